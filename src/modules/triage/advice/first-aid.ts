import { z } from 'zod';
import {
  CIRCUMSTANCES,
  type Circumstance,
  CONTEXTS,
  type Context,
  DANGER_SIGNS,
  type DangerSign,
} from '../signs/danger-sign';
import file from './first-aid-steps.json';

/** What a step is for, in the order in which steps are taken. */
const PURPOSES = [
  'safety',
  'breathing',
  'bleeding',
  'poison',
  'rehydration',
  'birth',
  'cooling',
  'position',
  'mouth',
  'medicine',
  'warmth',
  'protection',
  'bringing',
] as const;

/** Persons who need other steps. A woman who has given birth counts as pregnant. */
export const PERSONS = ['infant', 'child', 'adult', 'pregnant'] as const;

type Person = (typeof PERSONS)[number];

/** More steps are not remembered. */
const MAX_STEPS = 5;

const sign = z.enum(DANGER_SIGNS);

const firstAidSchema = z.strictObject({
  about: z.array(z.string()),
  steps: z.record(
    z.string(),
    z.strictObject({
      purpose: z.enum(PURPOSES),
      /** Guideline and year. */
      source: z.string().min(1),
      /** The only stage that it is for. */
      stage: z.enum(['pregnant', 'afterBirth']).optional(),
      /** Given only if one of these is known of the person. */
      onlyWith: z.array(z.enum(CONTEXTS)).default([]),
      /** Omitted if one of these signs is found. */
      notWith: z.array(sign).default([]),
      /** Omitted if one of these is known. */
      notIf: z.array(z.enum(CIRCUMSTANCES)).default([]),
      /** Steps that are omitted with this one. */
      excludes: z.array(z.string()).default([]),
    }),
  ),
  /** The steps of each sign for each person, the most important first. */
  signs: z.record(sign, z.record(z.enum(PERSONS), z.array(z.string()).min(1))),
});

const { steps: STEPS, signs: STEPS_OF_SIGNS } = firstAidSchema.parse(file);

export const STEP_IDS: readonly string[] = Object.keys(STEPS);

/** Returns guideline and year of a step. @throws TypeError if there is no such step */
export function sourceOf(id: string): string {
  return findStep(id).source;
}

/** Ids of steps, each in the order in which they are taken. */
export interface FirstAid {
  /** At most five, among them the most important of each sign. */
  readonly first: readonly string[];
  /** At most five others. */
  readonly more: readonly string[];
}

/** Signs that only women who are pregnant or have given birth have. */
const OF_MOTHERS: readonly DangerSign[] = ['pregnancy', 'cordProlapse', 'breech'];

/** Returns the steps for signs in a person: no two postures, and none that another one excludes. */
export function composeFirstAid(
  signs: readonly DangerSign[],
  contexts: ReadonlySet<Context> = new Set(),
  circumstances: ReadonlySet<Circumstance> = new Set(),
): FirstAid {
  const ranked = airwayFirst(signs).map((one) => STEPS_OF_SIGNS[one][personOf(one, { signs, contexts })]);
  const isPossible = (id: string): boolean => {
    const { notWith = [], notIf = [], onlyWith = [], stage } = STEPS[id] ?? {};
    const isWrong =
      notWith.some((other) => signs.includes(other)) || notIf.some((known) => circumstances.has(known));
    const isOfPerson = onlyWith.length === 0 || onlyWith.some((known) => contexts.has(known));
    return !isWrong && isOfPerson && isOfStage(stage, contexts);
  };
  const possible = ranked.map((ids) => ids.filter(isPossible));
  const excluded = new Set(possible.flat().flatMap((id) => STEPS[id]?.excludes ?? []));
  const remaining = possible.map((ids) => ids.filter((id) => !excluded.has(id)));
  const posture = remaining.flat().find((id) => purposeOf(id) === 'position');
  const left = remaining.map((ids) => ids.filter((id) => purposeOf(id) !== 'position' || id === posture));
  const byImportance = new Set([
    ...left.flatMap((ids) => ids.slice(0, 1)),
    ...inOrder(left.flatMap((ids) => ids.slice(1))),
  ]);
  const all = [...byImportance];
  return { first: inOrder(all.slice(0, MAX_STEPS)), more: inOrder(all.slice(MAX_STEPS, 2 * MAX_STEPS)) };
}

/** Returns signs with choking before the lack of breath that it causes: no breath helps before the airway is free. */
function airwayFirst(signs: readonly DangerSign[]): readonly DangerSign[] {
  if (!signs.includes('choking') || !signs.includes('breathing')) return signs;
  return signs
    .filter((one) => one !== 'breathing')
    .flatMap((one) => (one === 'choking' ? [one, 'breathing'] : [one]));
}

/** Returns who has one of the signs. */
function personOf(
  one: DangerSign,
  { signs, contexts }: { readonly signs: readonly DangerSign[]; readonly contexts: ReadonlySet<Context> },
): Person {
  const isMother =
    contexts.has('pregnant') ||
    contexts.has('afterBirth') ||
    signs.some((other) => OF_MOTHERS.includes(other));
  if (OF_MOTHERS.includes(one) || (one === 'bleeding' && isMother)) return 'pregnant';
  if (contexts.has('newborn') || contexts.has('infant')) return 'infant';
  if (contexts.has('child')) return 'child';
  if (signs.includes('smallChild')) return 'infant';
  return isMother ? 'pregnant' : 'adult';
}

/** Returns whether a step for one stage is for these persons too. */
function isOfStage(stage: 'pregnant' | 'afterBirth' | undefined, contexts: ReadonlySet<Context>): boolean {
  if (stage === undefined || contexts.has(stage)) return true;
  return !contexts.has(stage === 'pregnant' ? 'afterBirth' : 'pregnant');
}

function inOrder(ids: readonly string[]): string[] {
  return ids.toSorted((one, other) => PURPOSES.indexOf(purposeOf(one)) - PURPOSES.indexOf(purposeOf(other)));
}

/** @throws TypeError if a sign has a step that does not exist */
function purposeOf(id: string): (typeof PURPOSES)[number] {
  return findStep(id).purpose;
}

function findStep(id: string): (typeof STEPS)[string] {
  const step = STEPS[id];
  if (!step) throw new TypeError(`there is no step of first aid "${id}"`);
  return step;
}
