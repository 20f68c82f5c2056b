import { earlierKeyOf } from '../../../shared/name-key';
import { toExternalId } from '../identity/identifiers';
import type { ParsedCondition } from './parse-condition';
import type { ParsedEncounter } from './parse-encounter';

/** An Encounter and its counted Conditions: recorded together, or not at all. */
export interface EncounterGroup {
  readonly encounter: ParsedEncounter;
  /** External id of the Encounter. */
  readonly externalId: string | undefined;
  readonly conditions: readonly (ParsedCondition & {
    readonly externalId: string | undefined;
    /** The external id that earlier releases made, if it differs. */
    readonly earlierExternalId: string | undefined;
  })[];
  /** Conditions with the pathology of another Condition; not counted again. */
  readonly duplicates: readonly { readonly index: number; readonly originalIndex: number }[];
}

/** Returns the indexes of all entries of the group. */
export function listEntryIndexes({ encounter, conditions, duplicates }: EncounterGroup): number[] {
  return [encounter, ...conditions, ...duplicates].map(({ index }) => index);
}

/**
 * Builds a group with external ids, so that retries record it once. A Condition's id is made of its identifier, else of
 * its Encounter's identity and its pathology, which counts once in an Encounter, else of its own `fullUrl`.
 */
export function buildEncounterGroup(
  encounter: ParsedEncounter,
  conditions: readonly ParsedCondition[],
): EncounterGroup {
  const encounterIdentity = encounter.identity.token ?? encounter.identity.url;
  const indexByPathology = new Map<string, number>();
  const duplicates: { index: number; originalIndex: number }[] = [];
  const counted = conditions.filter(({ index, identity, pathology: { key } }) => {
    if (identity.token !== undefined || identity.recordedId !== undefined) return true;
    const originalIndex = indexByPathology.get(key);
    if (originalIndex === undefined) indexByPathology.set(key, index);
    else duplicates.push({ index, originalIndex });
    return originalIndex === undefined;
  });
  const identify = ({ identity }: ParsedCondition, key: string): string | undefined =>
    identity.token ?? (encounterIdentity === undefined ? identity.url : `${encounterIdentity}#${key}`);
  return {
    encounter,
    duplicates,
    externalId: toExternalId(encounterIdentity ?? deriveEncounterIdentity(counted)),
    conditions: counted.map((condition) => {
      const { key, pathologyCode, pathologyName } = condition.pathology;
      const earlierKey = pathologyCode === undefined ? earlierKeyOf(key, pathologyName) : key;
      return {
        ...condition,
        externalId: toExternalId(identify(condition, key)),
        earlierExternalId: earlierKey === key ? undefined : toExternalId(identify(condition, earlierKey)),
      };
    }),
  };
}

/** Derives an identity for an Encounter that has none from the first of its Conditions' sorted identities. */
function deriveEncounterIdentity(conditions: readonly ParsedCondition[]): string | undefined {
  const [first] = conditions.flatMap(({ identity: { token, url } }) => token ?? url ?? []).sort();
  return first === undefined ? undefined : `${first}#encounter`;
}
