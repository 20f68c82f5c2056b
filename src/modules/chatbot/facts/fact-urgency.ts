import type { Locale } from '../../../shared/locale';
import { splitWords } from '../../../shared/words';
import { findMeasurement, meaningsOf } from '../../triage';
import { mayBeDanger } from '../questions/dangers';
import { findAskedFacts } from './asked-facts';
import { findFacts } from './facts';

/** Returns whether a message asks for a fact that says to go now: "today or tomorrow morning" would contradict it. */
export function asksForFactOfNow(message: string, likely: readonly Locale[]): boolean {
  return findFacts(message, likely).some(({ isUrgent, urgency }) => isUrgent || urgency === 'now');
}

/** Meanings of the words of somebody who grieves or sleeps badly. A word with another meaning may be a danger. */
const OF_ROUTINE: ReadonlySet<string> = new Set(
  'sleep awake grief died sad parent wife family child me self not night now since day week month year past hour'
    .concat(' today yesterday question can help better stop notstop drink eats work keeps mild worse')
    .split(' '),
);

function hasOtherMeaning(word: string): boolean {
  const meanings = meaningsOf(word);
  return meanings.length > 0 && !meanings.some((meaning) => OF_ROUTINE.has(meaning));
}

/** Returns whether a message asks only for a fact that is routine, and has neither a measured value nor a word of danger. */
export function isOnlyRoutine(message: string, likely: readonly Locale[]): boolean {
  const facts = findAskedFacts(message, likely);
  const isRoutine = facts.length > 0 && facts.every(({ urgency }) => urgency === 'routine');
  const isSafe = !mayBeDanger(message) && !findMeasurement(message);
  return isRoutine && isSafe && !splitWords(message).some(hasOtherMeaning);
}
