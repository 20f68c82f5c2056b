import type { QuestionView } from './view/messages';

/** A message on its way. */
export interface Sending {
  readonly message: string;
  readonly question: QuestionView;
  /** What was sent the last time, and the key under which it counts once however often it is sent. */
  last?: { readonly input: string; readonly key: string };
}

/** One key for as long as the same is sent. */
export function keyOf(sending: Sending, input: string): string {
  if (sending.last?.input !== input) sending.last = { input, key: newKey() };
  return sending.last.key;
}

/** A random UUID, as which a stranger's key counts; `crypto.randomUUID` is not there where a page comes over plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
