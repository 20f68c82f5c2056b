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
/** So much against it in one in which they do. */
const REASSURING = -3;

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
  return dangersIn([...earlier, message], 1)[0];
}

/**
 * Likewise, of each of the last messages of a conversation, oldest first; every message is read once.
 * @param said by the person in the conversation, oldest first
 * @param latest how many of the last are asked about
 */
export function dangersIn(said: readonly string[], latest: number): (Danger | undefined)[] {
  const guesses = new Guesses();
  const readings = new Map<number, MessageReading>();
  const reading = (place: number, own: Guesses): MessageReading => {
    const known = readings.get(place) ?? readMessage(said[place] ?? '', own);
    readings.set(place, known);
    return known;
  };
  const places = said.map((_, place) => place);
  return places.slice(-latest).map((place) => {
    const contexts = new Set<Context>();
    let letters = 0;
    // What is asked about has guesses of its own, which what came before does not use up.
    const asked = reading(place, new Guesses());
    for (const before of places.slice(Math.max(0, place - MOST_EARLIER), place).reverse()) {
      letters += said[before]?.length ?? 0;
      if (letters > MOST_EARLIER_LETTERS) break;
      for (const context of reading(before, guesses).contexts) contexts.add(context);
    }
    return judged(asked, { contexts, message: said[place] ?? '' });
  });
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
  if (danger) return evidence < REASSURING && isReassuring(message, danger, contexts) ? undefined : danger;
  const { signs, language } = reading.mentioned(contexts);
  const least = signs.length > 0 ? ALARMING_ALTHOUGH_TAKEN_BACK : ALARMING;
  // Nobody is taken for suicidal who says not to be.
  return evidence > least ? { signs: signs.filter((sign) => sign !== 'selfHarm'), language } : undefined;
}

/**
 * Whether a message takes back what the rules find in it. Never a wish to die, nor what only earlier messages explain; and
 * people ask about the price of a cream before they say that they took poison: each part that is danger by itself has to
 * speak against it.
 */
function isReassuring(message: string, { signs }: Danger, contexts: ReadonlySet<Context>): boolean {
  if (signs.includes('selfHarm') || contexts.size > 0) return false;
  const guesses = new Guesses();
  return partsOf(message).every(
    (part) => evidenceOf(part) < REASSURING || readMessage(part, guesses).danger(contexts) === undefined,
  );
}

function partsOf(message: string): string[] {
  return message.split(/[.!?;:\n…؟؛]+/u).filter((part) => part.trim() !== '');
}
