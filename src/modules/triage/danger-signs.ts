import { evidenceOf } from './evidence/danger-evidence';
import { Guesses, languageReaders, type MessageReading, readMessage } from './danger-reader';
import type { Context, Danger } from './signs';

export { emergencyAdvice } from './emergency-advice';
export { type Danger, DANGER_SIGNS, type DangerSign } from './signs';

/** Of a long conversation the latest messages say who is concerned. */
const MOST_EARLIER = 10;
const MOST_EARLIER_LETTERS = 8_000;

/** So much has to speak for danger in a message in which the rules find none, and more where they know what takes it back. */
const ALARMING = 1;
const ALARMING_ALTHOUGH_TAKEN_BACK = 2.5;
/** So much against it in one in which they do; more in one of many words, most of which tell what was before. */
const REASSURING = -3.5;
const REASSURING_IN_MANY_WORDS = -5;
const MANY_WORDS = 40;
/** So many words are weighed for that at a time, and each half of them again with what follows. */
const WEIGHED_TOGETHER = 16;

const NO_CONTEXTS: ReadonlySet<Context> = new Set();

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
  const guesses = new Guesses();
  const reading = readMessage(message, guesses);
  const contexts = new Set<Context>();
  let letters = 0;
  // The latest first: it may use up the guesses.
  for (const before of earlier.slice(-MOST_EARLIER).reverse()) {
    letters += before.length;
    if (letters > MOST_EARLIER_LETTERS) break;
    for (const context of readMessage(before, guesses).contexts) contexts.add(context);
  }
  return judged(reading, { contexts, message });
}

/**
 * The rules know what is said and what takes it back, but only in the words that somebody thought of; the evidence of the
 * whole message knows no rule, and any words. Each mends what the other misses, where it is sure.
 */
function judged(
  reading: MessageReading,
  { contexts, message }: { contexts: ReadonlySet<Context>; message: string },
): Danger | undefined {
  const danger = reading.danger(contexts);
  const evidence = evidenceOf(message);
  if (danger) {
    // Weights do not tell one person from another, nor a question that somebody has from one that somebody suffers.
    const isDoubted = evidence < reassuringIn(message) && !reading.isDespiteLooks(contexts);
    return isDoubted && isReassuring(message, danger, contexts) ? undefined : danger;
  }
  if (evidence <= ALARMING) return undefined;
  const { signs, language } = reading.mentioned(contexts);
  // What came before makes signs of more that is said, and nothing less dangerous.
  const isTakenBack = reading.mentioned(NO_CONTEXTS).signs.length > 0;
  const least = isTakenBack ? ALARMING_ALTHOUGH_TAKEN_BACK : ALARMING;
  // Nobody is taken for suicidal who says not to be.
  return evidence > least ? { signs: signs.filter((sign) => sign !== 'selfHarm'), language } : undefined;
}

/**
 * Whether a message takes back what the rules find in it. Never a wish to die, nor what only earlier messages explain; and
 * people ask about the price of a cream before they say that they took poison, with a full stop in between or none: each
 * piece that is danger by itself has to speak against it.
 */
function isReassuring(message: string, { signs }: Danger, contexts: ReadonlySet<Context>): boolean {
  if (signs.includes('selfHarm') || contexts.size > 0) return false;
  const guesses = new Guesses();
  return piecesOf(message).every(
    (piece) => evidenceOf(piece) < REASSURING || readMessage(piece, guesses).danger(contexts) === undefined,
  );
}

function reassuringIn(message: string): number {
  return wordsIn(message).length > MANY_WORDS ? REASSURING_IN_MANY_WORDS : REASSURING;
}

function piecesOf(message: string): string[] {
  return message.split(/[.!?;:\n…؟؛]+/u).flatMap((part) => {
    const words = wordsIn(part);
    const half = WEIGHED_TOGETHER / 2;
    const halves = Array.from({ length: Math.ceil(words.length / half) }, (_, place) => place * half);
    // The last half is in the piece before it.
    return halves
      .slice(0, Math.max(1, halves.length - 1))
      .map((start) => words.slice(start, start + WEIGHED_TOGETHER).join(' '));
  });
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}
