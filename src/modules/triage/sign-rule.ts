import { type Context, CONTEXTS, type DangerSign } from './signs';

/** When a sign is there: every phrase said and every context given, and none of the exceptions said. */
export interface SignRule {
  readonly sign: DangerSign;
  readonly phrases: readonly string[];
  readonly contexts: readonly Context[];
  readonly exceptions: readonly string[];
}

/**
 * Reads `phrase + phrase + %context - exception`.
 * @throws Error where a context is unknown or no phrase is left
 */
export function parseSignRule(sign: DangerSign, text: string): SignRule {
  const parts = text.split(/ (?=[+-] )/).map((part, index) => (index === 0 ? `+ ${part}` : part));
  const needed = parts.filter((part) => part.startsWith('+ ')).map((part) => part.slice(2).trim());
  const phrases = needed.filter((part) => !part.startsWith('%'));
  if (phrases.length === 0) throw new Error(`The rule "${text}" needs a phrase beside its context.`);
  return {
    sign,
    phrases,
    contexts: needed.filter((part) => part.startsWith('%')).map((part) => contextOf(part.slice(1), text)),
    exceptions: parts.filter((part) => part.startsWith('- ')).map((part) => part.slice(2).trim()),
  };
}

function contextOf(name: string, rule: string): Context {
  const context = CONTEXTS.find((known) => known === name);
  if (!context) throw new Error(`The rule "${rule}" names an unknown context.`);
  return context;
}
