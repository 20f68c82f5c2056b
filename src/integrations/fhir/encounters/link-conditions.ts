import { type ParsedEntry, type ResourceEntry, formatEntryPath } from '../bundle/parse-bundle';
import type { Ignored } from '../bundle/entry-outcome';
import type { Problem } from '../operation-outcome';
import { type Found, type ReferenceTarget, ReferenceIndex, AMBIGUOUS } from '../bundle/reference-index';
import type { Condition, Encounter } from '../bundle/resources.schema';
import { FAILED_DEPENDENCY, several } from './subject';
import { findConditionIgnoreReason } from './parse-condition';

export type EncounterEntry = Extract<ParsedEntry, { kind: 'Encounter' }>;
export type ConditionEntry = Extract<ParsedEntry, { kind: 'Condition' }>;

/** An Encounter of a Bundle; without its entry where that was refused. */
type EncounterTarget = ReferenceTarget & {
  readonly index: number;
  readonly entry: ResourceEntry<Encounter> | undefined;
};

/** What a Condition is of: an Encounter, or nothing, and then why it is ignored or refused. */
export type ConditionLink =
  | { readonly kind: 'member'; readonly encounter: number }
  | Ignored
  | { readonly kind: 'refused'; readonly problems: Problem[] };

export interface LinkedConditions {
  /** By the place of the Condition. */
  readonly links: ReadonlyMap<number, ConditionLink>;
  /** What is wrong with the diagnoses of an Encounter, by its place. */
  readonly problems: ReadonlyMap<number, Problem[]>;
}

/** Finds the Encounter that each Condition names, or else that names it as a diagnosis. */
export function linkConditions(entries: readonly ParsedEntry[]): LinkedConditions {
  const encounters = encounterTargets(entries);
  const { diagnosedIn, problems } = diagnoses(entries);
  const references = new ReferenceIndex(encounters);
  const links = new Map<number, ConditionLink>();
  for (const read of entries) {
    if (read.kind !== 'Condition') continue;
    const { index, fullUrl, resource } = read.entry;
    const find = () =>
      isAbsent(resource)
        ? diagnosedIn.get(index)
        : references.find(resource.encounter ?? {}, { type: 'Encounter', from: fullUrl });
    links.set(index, linkCondition(read.entry, find));
  }
  return { links, problems };
}

function linkCondition(
  { index, resource }: ResourceEntry<Condition>,
  find: () => Found<{ readonly index: number; readonly entry: unknown }> | undefined,
): ConditionLink {
  const reason = findConditionIgnoreReason(resource);
  if (reason !== undefined) return { kind: 'ignored', severity: 'warning', text: reason };
  const found = find();
  const expression = `${formatEntryPath(index)}.resource.encounter`;
  if (found === AMBIGUOUS) return { kind: 'refused', problems: [several(expression)] };
  if (found?.entry) return { kind: 'member', encounter: found.index };
  if (found)
    return refused({ status: FAILED_DEPENDENCY, code: 'processing', text: 'its Encounter was refused', expression });
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

function refused(problem: Problem): ConditionLink {
  return { kind: 'refused', problems: [problem] };
}

function encounterTargets(entries: readonly ParsedEntry[]): EncounterTarget[] {
  return entries.flatMap((read): EncounterTarget[] => {
    if (read.kind === 'Encounter') return [{ ...read.entry, entry: read.entry }];
    if (read.kind !== 'refused' || read.target?.type !== 'Encounter') return [];
    return [{ ...read.target, index: read.index, entry: undefined }];
  });
}

interface Diagnoses {
  readonly diagnosedIn: ReadonlyMap<number, Found<EncounterTarget>>;
  readonly problems: Map<number, Problem[]>;
}

/** Which Encounter names each Condition as its diagnosis; of several, none is meant more than another. */
function diagnoses(entries: readonly ParsedEntry[]): Diagnoses {
  const conditions = new ReferenceIndex(
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
      if (found === AMBIGUOUS) {
        const problem = several(`${formatEntryPath(index)}.resource.diagnosis[${place}].condition`);
        problems.set(index, [...(problems.get(index) ?? []), problem]);
      } else if (found) {
        const other = diagnosedIn.get(found.index);
        const isOther = other !== undefined && (other === AMBIGUOUS || other.index !== index);
        diagnosedIn.set(found.index, isOther ? AMBIGUOUS : target);
      }
    }
  }
  return { diagnosedIn, problems };
}
