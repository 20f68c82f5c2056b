import { earlierKeyOf } from '../../../shared/name-key';
import type { EarlierId } from '../../../modules/consultations';
import { toExternalId } from '../identity/identifiers';
import type { ParsedCondition } from './parse-condition';
import type { ParsedEncounter } from './parse-encounter';

/** An Encounter and its counted Conditions: recorded together, or not at all. */
export interface EncounterGroup {
  readonly encounter: ParsedEncounter;
  /** External id of the Encounter. */
  readonly externalId: string | undefined;
  /** The external id that the Encounter had if it was sent without an identifier before. */
  readonly addressId: string | undefined;
  readonly conditions: readonly (ParsedCondition & {
    readonly externalId: string | undefined;
    /** Its external ids, in order, if earlier releases made others. */
    readonly earlierIds: readonly EarlierId[];
  })[];
}

/**
 * Builds a group with external ids, so that retries record it once. A Condition's id is made of its identifier, else of
 * its Encounter's identity and its pathology, which counts once in an Encounter, else of its own `fullUrl`.
 */
export function buildEncounterGroup(
  encounter: ParsedEncounter,
  conditions: readonly ParsedCondition[],
): EncounterGroup {
  const { recordedId, token, url } = encounter.identity;
  const encounterIdentity = recordedId === undefined ? (token ?? url) : url;
  const identify = ({ identity }: ParsedCondition, key: string): string | undefined =>
    identity.token ?? (encounterIdentity === undefined ? identity.url : `${encounterIdentity}#${key}`);
  return {
    encounter,
    externalId: toExternalId(encounterIdentity ?? deriveEncounterIdentity(conditions)),
    addressId: token === undefined ? undefined : toExternalId(url),
    conditions: conditions.map((condition) => ({
      ...condition,
      externalId: toExternalId(identify(condition, condition.pathology.key)),
      earlierIds: listEarlierIds(condition, identify),
    })),
  };
}

/**
 * Returns the external ids of a Condition, if earlier releases made others. They did not distinguish names by the signs of their
 * numbers, and had two ids for a coded pathology: one that is sent by its name first has that of the name.
 */
function listEarlierIds(
  condition: ParsedCondition,
  identify: (condition: ParsedCondition, key: string) => string | undefined,
): EarlierId[] {
  const { key, otherKeys, pathologyCode, pathologyName } = condition.pathology;
  const spelling = pathologyCode === undefined ? earlierKeyOf(key, pathologyName) : key;
  const keys = [
    ...(spelling === key ? [] : [spelling]),
    ...(pathologyCode === undefined ? [...otherKeys, key] : [key, ...otherKeys]),
  ];
  const ids = keys.flatMap((each) => toExternalId(identify(condition, each)) ?? []);
  return new Set(ids).size > 1 ? ids.map((externalId) => ({ externalId, pathologyKey: key })) : [];
}

/** Derives an identity for an Encounter that has none from the first of its Conditions' sorted identities. */
function deriveEncounterIdentity(conditions: readonly ParsedCondition[]): string | undefined {
  const [first] = conditions.flatMap(({ identity: { token, url } }) => token ?? url ?? []).sort();
  return first === undefined ? undefined : `${first}#encounter`;
}
