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
