import { toExternalId } from '../identity/identifiers';
import type { ParsedCondition } from './parse-condition';
import type { ParsedEncounter } from './parse-encounter';

/** An Encounter and its Conditions that are cases: recorded together, or not at all. */
export interface EncounterGroup {
  readonly encounter: ParsedEncounter;
  readonly conditions: readonly (ParsedCondition & { readonly externalId: string | undefined })[];
  /** Conditions of a pathology that another one counts already, each with the place of that. */
  readonly repeats: readonly { readonly index: number; readonly of: number }[];
  /** Of the Encounter; Conditions have theirs. */
  readonly externalId: string | undefined;
}

/** The places of all entries that a visit is made of. */
export function listEntryIndexes({ encounter, conditions, repeats }: EncounterGroup): number[] {
  return [encounter, ...conditions, ...repeats].map(({ index }) => index);
}

/**
 * Names each Condition, so that it is recorded once: by its identifier, else by its Encounter and its pathology, which
 * counts once in an Encounter. Its own UUID names it only where nothing names the Encounter.
 */
export function groupEncounter(encounter: ParsedEncounter, conditions: readonly ParsedCondition[]): EncounterGroup {
  const { token, url } = encounter.identity;
  const within = token ?? url;
  const counting = new Map<string, number>();
  const repeats: { index: number; of: number }[] = [];
  const counted = conditions.filter(({ index, identity, choosePathology: { key } }) => {
    if (identity.token !== undefined || identity.recordedId !== undefined) return true;
    const first = counting.get(key);
    if (first === undefined) counting.set(key, index);
    else repeats.push({ index, of: first });
    return first === undefined;
  });
  const nameOf = ({ identity, choosePathology: { key } }: ParsedCondition): string | undefined =>
    identity.token ?? (within === undefined ? identity.url : `${within}#${key}`);
  const externalId = (name: string | undefined) => (name === undefined ? undefined : toExternalId(name));
  return {
    encounter,
    repeats,
    externalId: externalId(within ?? namedByCondition(counted)),
    conditions: counted.map((condition) => ({ ...condition, externalId: externalId(nameOf(condition)) })),
  };
}

/** Where only Conditions have a name, the first of theirs names the Encounter. */
function namedByCondition(conditions: readonly ParsedCondition[]): string | undefined {
  const names = conditions.flatMap(({ identity: { token, url } }) => token ?? url ?? []);
  const [first] = names.sort();
  return first === undefined ? undefined : `${first}#encounter`;
}
