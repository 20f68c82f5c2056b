import type { CountryCode } from '../../../shared/country';
import { toToken } from '../identity/identifiers';
import type { Problem } from '../operation-outcome';
import type { StoredEncounter } from './encounters.store';
import { type ResolvedCase, toStoredEncounter, describeDifferences, isSamePatient, formatResourcePath } from './resolved-cases';
import type { EncounterGroup } from './encounter-group';
import { EncounterRefusals } from './encounter-refusals';

/** What Conditions that were recorded before are compared with. */
interface Earlier {
  /** The Encounters that consultations were recorded in by earlier Bundles, each by the consultation's id. */
  readonly recorded: ReadonlyMap<string, StoredEncounter>;
  readonly country: CountryCode;
}

/**
 * The Encounters that take the place of new ones, each by the new one's id. A Condition stays in the Encounter that it was
 * recorded in: one that is new, and may be the same, is that one; any other has the Condition of somebody else.
 * @throws VisitsRefused where a Condition was recorded before in another Encounter, or of another patient
 */
export function findReplacementEncounters(
  settled: readonly ResolvedCase[],
  { recorded, country }: Earlier,
): Map<string, StoredEncounter> {
  const now = new Map(
    settled.flatMap(({ encounter, result }) => (result.isNew ? [[result.id, encounter] as const] : [])),
  );
  const filled = new Set([...now.values()].map(({ id }) => id));
  const found = new Map<string, StoredEncounter>();
  const refusals = new EncounterRefusals();
  for (const one of settled) {
    const { group, encounter, result } = one;
    if (result.isNew) continue;
    const home = now.get(result.id) ?? recorded.get(result.id) ?? toStoredEncounter(result);
    const before = found.get(encounter.id);
    const isAnother = home.isEncounter && (now.has(result.id) || !mayBe(one, home, before));
    const text = conflict(one, home, { isAnother, country });
    if (text !== undefined) {
      const expression = formatResourcePath(one.condition.index);
      const problem: Problem = { status: 409, code: 'conflict', text, expression };
      refusals.add(group, problem, now.has(result.id));
    } else if (
      encounter.isNew &&
      home.id !== encounter.id &&
      (home.isEncounter || !filled.has(encounter.id))
    ) {
      found.set(encounter.id, before === undefined ? home : preferred(before, home));
    }
  }
  refusals.throwIfAny();
  return found;
}

/** What a Condition that was recorded before is refused with; undefined where it is not. */
function conflict(
  { group, encounter }: ResolvedCase,
  home: StoredEncounter,
  { isAnother, country }: { readonly isAnother: boolean; readonly country: CountryCode },
): string | undefined {
  if (home.id === encounter.id) {
    return isSamePatient(group, home) ? undefined : 'was recorded before with another patient';
  }
  const differing = describeDifferences(group, home, country);
  if (differing !== undefined) return `was recorded before in an Encounter with another ${differing}`;
  return isAnother ? 'was recorded before in another Encounter' : undefined;
}

/** Whether a new Encounter may be one that was recorded before: no identifiers tell them apart. */
function mayBe({ group, encounter }: ResolvedCase, home: StoredEncounter, before?: StoredEncounter): boolean {
  if (!encounter.isNew || (before?.isEncounter && before.id !== home.id)) return false;
  const tokens = tokensOf(group);
  return (
    tokens.length === 0 || home.tokens.length === 0 || tokens.some((token) => home.tokens.includes(token))
  );
}

function tokensOf({ encounter: { content } }: EncounterGroup): string[] {
  return (content.identifier ?? []).flatMap((identifier) => toToken(identifier) ?? []);
}

/** An Encounter before a consultation that is one of its own; of several of those, always the same. */
function preferred(one: StoredEncounter, other: StoredEncounter): StoredEncounter {
  if (one.isEncounter !== other.isEncounter) return one.isEncounter ? one : other;
  return other.id < one.id ? other : one;
}
