import { type ReadEntry, type ResourceEntry, entryPath } from '../bundle/bundle-entries';
import type { Ignored } from '../bundle/entry-outcome';
import type { Problem } from '../outcome';
import { type Found, type Referable, References, SEVERAL } from '../bundle/references';
import type { Condition, Encounter } from '../bundle/resources.schema';
import { DEPENDENT, several } from './subject';
import { noDiagnosis } from './visit-condition';

export type EncounterEntry = Extract<ReadEntry, { kind: 'Encounter' }>;
export type ConditionEntry = Extract<ReadEntry, { kind: 'Condition' }>;

/** An Encounter of a Bundle; without its entry where that was refused. */
type EncounterTarget = Referable & {
  readonly index: number;
  readonly entry: ResourceEntry<Encounter> | undefined;
};

/** What a Condition is of: an Encounter, or nothing, and then why it is ignored or refused. */
export type Membership =
  | { readonly kind: 'member'; readonly encounter: number }
  | Ignored
  | { readonly kind: 'refused'; readonly problems: Problem[] };

export interface LinkedConditions {
  /** By the place of the Condition. */
  readonly memberships: ReadonlyMap<number, Membership>;
  /** What is wrong with the diagnoses of an Encounter, by its place. */
  readonly problems: ReadonlyMap<number, Problem[]>;
}

/** Finds the Encounter that each Condition names, or else that names it as a diagnosis. */
export function linkConditions(entries: readonly ReadEntry[]): LinkedConditions {
  const encounters = encounterTargets(entries);
  const { diagnosedIn, problems } = diagnoses(entries);
  const references = new References(encounters);
  const memberships = new Map<number, Membership>();
  for (const read of entries) {
    if (read.kind !== 'Condition') continue;
    const { index, fullUrl, resource } = read.entry;
    const find = () =>
      isAbsent(resource)
        ? diagnosedIn.get(index)
        : references.find(resource.encounter ?? {}, { type: 'Encounter', from: fullUrl });
    memberships.set(index, membership(read.entry, find));
  }
  return { memberships, problems };
}

function membership(
  { index, resource }: ResourceEntry<Condition>,
  find: () => Found<{ readonly index: number; readonly entry: unknown }> | undefined,
): Membership {
  const reason = noDiagnosis(resource);
  if (reason !== undefined) return { kind: 'ignored', severity: 'warning', text: reason };
  const found = find();
  const expression = `${entryPath(index)}.resource.encounter`;
  if (found === SEVERAL) return { kind: 'refused', problems: [several(expression)] };
  if (found?.entry) return { kind: 'member', encounter: found.index };
  if (found)
    return refused({ status: DEPENDENT, code: 'processing', text: 'its Encounter was refused', expression });
  if (isAbsent(resource)) {
    const text = 'not recorded: a Condition without an Encounter is no consultation';
    return { kind: 'ignored', severity: 'warning', text };
  }
  const text = 'no Encounter of the Bundle: send a Condition together with its Encounter';
  return refused({ status: 422, code: 'not-found', text, expression });
}

/** A reference that has a display alone refers to nothing. */
function isAbsent({ encounter }: Condition): boolean {
  return encounter?.reference === undefined && encounter?.identifier?.value === undefined;
}

function refused(problem: Problem): Membership {
  return { kind: 'refused', problems: [problem] };
}

function encounterTargets(entries: readonly ReadEntry[]): EncounterTarget[] {
  return entries.flatMap((read): EncounterTarget[] => {
    if (read.kind === 'Encounter') return [{ ...read.entry, entry: read.entry }];
    if (read.kind !== 'refused' || read.referable?.type !== 'Encounter') return [];
    return [{ ...read.referable, index: read.index, entry: undefined }];
  });
}

interface Diagnoses {
  readonly diagnosedIn: ReadonlyMap<number, Found<EncounterTarget>>;
  readonly problems: Map<number, Problem[]>;
}

/** Which Encounter names each Condition as its diagnosis; of several, none is meant more than another. */
function diagnoses(entries: readonly ReadEntry[]): Diagnoses {
  const conditions = new References(
    entries.flatMap((read) => (read.kind === 'Condition' ? [read.entry] : [])),
  );
  const diagnosedIn = new Map<number, Found<EncounterTarget>>();
  const problems = new Map<number, Problem[]>();
  for (const read of entries) {
    if (read.kind !== 'Encounter') continue;
    const { index, fullUrl, resource } = read.entry;
    const target = { ...read.entry, entry: read.entry };
    for (const [place, { condition }] of (resource.diagnosis ?? []).entries()) {
      const found = condition && conditions.find(condition, { type: 'Condition', from: fullUrl });
      if (found === SEVERAL) {
        const problem = several(`${entryPath(index)}.resource.diagnosis[${place}].condition`);
        problems.set(index, [...(problems.get(index) ?? []), problem]);
      } else if (found) {
        const other = diagnosedIn.get(found.index);
        const isOther = other !== undefined && (other === SEVERAL || other.index !== index);
        diagnosedIn.set(found.index, isOther ? SEVERAL : target);
      }
    }
  }
  return { diagnosedIn, problems };
}
