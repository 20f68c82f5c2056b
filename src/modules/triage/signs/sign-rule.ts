import { type Context, CONTEXTS, type DangerSign } from './danger-sign';

/** A sign is found if the message has every phrase and no exception, and every context is known. */
export interface SignRule {
  readonly sign: DangerSign;
  readonly phrases: readonly string[];
  readonly contexts: readonly Context[];
  readonly exceptions: readonly string[];
}

/**
 * Parses `phrase + phrase + %context - exception`.
 * @throws Error if a context is unknown or there is no phrase
 */
export function parseSignRule(sign: DangerSign, text: string): SignRule {
  const parts = text.split(/ (?=[+-] )/).map((part, index) => (index === 0 ? `+ ${part}` : part));
  const required = parts.filter((part) => part.startsWith('+ ')).map((part) => part.slice(2).trim());
  const phrases = required.filter((part) => !part.startsWith('%'));
  if (phrases.length === 0) throw new Error(`The rule "${text}" needs a phrase beside its context.`);
  return {
    sign,
    phrases,
    contexts: required.filter((part) => part.startsWith('%')).map((part) => findContext(part.slice(1), text)),
    exceptions: parts.filter((part) => part.startsWith('- ')).map((part) => part.slice(2).trim()),
  };
}

function findContext(name: string, rule: string): Context {
  const context = CONTEXTS.find((known) => known === name);
  if (!context) throw new Error(`The rule "${rule}" names an unknown context.`);
  return context;
}
