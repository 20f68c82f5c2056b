import { Guesses, languageReaders, type MessageReading, readMessage } from './danger-reader';
import type { Context, Danger } from './signs';

export { emergencyAdvice } from './emergency-advice';
export { type Danger, DANGER_SIGNS, type DangerSign } from './signs';

/** Of a long conversation the latest messages say who is concerned. */
const MOST_EARLIER = 10;
const MOST_EARLIER_LETTERS = 8_000;

/** Has the rules compiled before the first message, which would wait for it up to a second. */
export function prepareDangerSigns(): void {
  languageReaders();
}

/**
 * The danger signs that a message describes; undefined where it describes none.
 * @param earlier what the person wrote before in the conversation, oldest first: it says who is concerned (a newborn, a
 * pregnant woman) and never is a sign by itself
 */
export function dangerIn(message: string, earlier: readonly string[]): Danger | undefined {
  const reading: MessageReading = readMessage(message, new Guesses());
  const guesses = new Guesses();
  const contexts = new Set<Context>();
  let letters = 0;
  for (const before of earlier.slice(-MOST_EARLIER).reverse()) {
    letters += before.length;
    if (letters > MOST_EARLIER_LETTERS) break;
    for (const context of readMessage(before, guesses).contexts) contexts.add(context);
  }
  return reading.danger(contexts);
}
