import { type Context, DANGER_SIGNS, type DangerSign } from '../signs/danger-sign';
import { addSignsOfPersons } from '../signs/signs-of-persons';
import { composeFirstAid, sourceOf } from './first-aid';

/** Persons for whom a card may have other steps. */
export const CARD_PERSONS = ['infant', 'child', 'adult', 'pregnant', 'afterBirth'] as const;

export type CardPerson = (typeof CARD_PERSONS)[number];

/** Steps of first aid for some persons. */
export interface CardVariant {
  readonly persons: readonly CardPerson[];
  /** Ids, in the order in which they are taken. */
  readonly steps: readonly string[];
}

/** First aid for one danger, to be read without sending a message. */
export interface FirstAidCard {
  readonly topic: DangerSign;
  /** Each person is in one of them. */
  readonly variants: readonly CardVariant[];
}

/** Dangers that only some persons are in. */
const PERSONS_OF_TOPICS: Partial<Record<DangerSign, readonly CardPerson[]>> = {
  pregnancy: ['pregnant', 'afterBirth'],
  cordProlapse: ['pregnant'],
  breech: ['pregnant'],
  smallChild: ['infant', 'child'],
};

/** Returns what is known of a person. Nothing is known of an adult. */
export function contextsOf(person: CardPerson): ReadonlySet<Context> {
  return new Set(person === 'adult' ? [] : [person]);
}

/**
 * Returns the card of each danger, the most dangerous first, with the steps of the advice that a message about this danger and
 * person gets.
 */
export function composeCards(): readonly FirstAidCard[] {
  return DANGER_SIGNS.map((topic) => ({ topic, variants: composeVariants(topic) }));
}

/** Returns guideline and year of each step of the cards. */
export function listSources(cards: readonly FirstAidCard[]): Readonly<Record<string, string>> {
  const steps = cards.flatMap(({ variants }) => variants.flatMap((variant) => variant.steps));
  return Object.fromEntries([...new Set(steps)].map((id) => [id, sourceOf(id)]));
}

function composeVariants(topic: DangerSign): readonly CardVariant[] {
  const variants = new Map<string, CardVariant>();
  for (const person of PERSONS_OF_TOPICS[topic] ?? CARD_PERSONS) {
    const contexts = contextsOf(person);
    const { first, more } = composeFirstAid(addSignsOfPersons([topic], contexts), contexts);
    const steps = [...first, ...more];
    const key = steps.join();
    variants.set(key, { persons: [...(variants.get(key)?.persons ?? []), person], steps });
  }
  return [...variants.values()];
}
