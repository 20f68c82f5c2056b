import { meaningsOf } from '../classifier/word-meanings';
import type { SaidRule } from './said-signs';
import { type Context, DANGER_SIGNS, type DangerSign } from './danger-sign';

/** Signs that have other first aid in some persons. */
const SIGNS_OF_PERSONS: readonly {
  readonly sign: DangerSign;
  readonly persons: readonly Context[];
  readonly with: readonly DangerSign[];
}[] = [
  { sign: 'pregnancy', persons: ['pregnant', 'afterBirth'], with: ['bleeding', 'convulsions'] },
  {
    sign: 'smallChild',
    persons: ['newborn', 'infant'],
    with: ['unconscious', 'breathing', 'choking', 'drowning'],
  },
];

/** Adds the signs that others are too in a person of whom this is known. */
export function addSignsOfPersons(
  signs: readonly DangerSign[],
  contexts: ReadonlySet<Context>,
): readonly DangerSign[] {
  const added = SIGNS_OF_PERSONS.filter(
    ({ persons, with: others }) =>
      persons.some((person) => contexts.has(person)) && others.some((sign) => signs.includes(sign)),
  ).map(({ sign }) => sign);
  return DANGER_SIGNS.filter((sign) => signs.includes(sign) || added.includes(sign));
}

/**
 * Adds the signs that the words of an emergency show: choking if somebody swallowed an object and gets no air, the poison of
 * somebody who wants to die and has taken it, and unconsciousness if somebody does not answer, whatever the cause.
 * @param rules that the words meet
 */
export function addSaidSigns(
  signs: readonly DangerSign[],
  rules: ReadonlySet<SaidRule>,
): readonly DangerSign[] {
  const isChoking = rules.has('choking') && !OTHER_CAUSES.some((sign) => signs.includes(sign));
  const isPoisoned = rules.has('poisonTaken') && signs.includes('selfHarm');
  return DANGER_SIGNS.filter(
    (sign) =>
      signs.includes(sign) ||
      (sign === 'unconscious' && (rules.has('unresponsive') || rules.has('fainted'))) ||
      (sign === 'choking' && isChoking) ||
      (sign === 'poisoning' && isPoisoned),
  );
}

/** Adds the bleeding of a woman who has given birth if the words of an emergency say that she bleeds or soaks cloths. */
export function addBleedingAfterBirth(
  signs: readonly DangerSign[],
  rules: ReadonlySet<SaidRule>,
  contexts: ReadonlySet<Context>,
): readonly DangerSign[] {
  const isBleeding = rules.has('bleeds') && contexts.has('afterBirth');
  return isBleeding ? DANGER_SIGNS.filter((sign) => sign === 'bleeding' || signs.includes(sign)) : signs;
}

/** What takes the breath of somebody who has swallowed something, too. */
const OTHER_CAUSES: readonly DangerSign[] = ['drowning', 'allergy', 'selfHarm'];

/** Blood that does not flow: its pressure, its sugar, a test of it. */
const OF_BLOOD = ['pressure', 'diabetes', 'test'];

/**
 * Adds the bleeding of a mother if a message says that there is blood. Danger in pregnancy has many causes, and the first aid for
 * bleeding is for one of them.
 * @param words of the message, without the signs that it denies
 */
export function addSaidBleeding(
  signs: readonly DangerSign[],
  words: readonly string[],
): readonly DangerSign[] {
  const flows = (word: string, at: number): boolean =>
    meaningsOf(word).includes('blood') &&
    !meaningsOf(words[at + 1] ?? '').some((meaning) => OF_BLOOD.includes(meaning));
  if (!signs.includes('pregnancy') || !words.some(flows)) return signs;
  return DANGER_SIGNS.filter((sign) => sign === 'bleeding' || signs.includes(sign));
}
