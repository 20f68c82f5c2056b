import type { CountryCode } from '../../../shared/country';
import { tokenOf } from '../identity/identity';
import type { Problem } from '../outcome';
import type { StoredEncounter } from './encounters.store';
import { type Settled, asEncounter, differences, isOfSamePatient, resourcePath } from './settled-cases';
import type { Visit } from './visit';
import { Refusals } from './visits-refused';

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
export function earlierEncounters(
  settled: readonly Settled[],
  { recorded, country }: Earlier,
): Map<string, StoredEncounter> {
  const now = new Map(
    settled.flatMap(({ encounter, result }) => (result.isNew ? [[result.id, encounter] as const] : [])),
  );
  const filled = new Set([...now.values()].map(({ id }) => id));
  const found = new Map<string, StoredEncounter>();
  const refusals = new Refusals();
  for (const one of settled) {
    const { visit, encounter, result } = one;
    if (result.isNew) continue;
    const home = now.get(result.id) ?? recorded.get(result.id) ?? asEncounter(result);
    const before = found.get(encounter.id);
    const isAnother = home.isEncounter && (now.has(result.id) || !mayBe(one, home, before));
    const text = conflict(one, home, { isAnother, country });
    if (text !== undefined) {
      const expression = resourcePath(one.condition.index);
      const problem: Problem = { status: 409, code: 'conflict', text, expression };
      refusals.add(visit, problem, now.has(result.id));
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
  { visit, encounter }: Settled,
  home: StoredEncounter,
  { isAnother, country }: { readonly isAnother: boolean; readonly country: CountryCode },
): string | undefined {
  if (home.id === encounter.id) {
    return isOfSamePatient(visit, home) ? undefined : 'was recorded before with another patient';
  }
  const differing = differences(visit, home, country);
  if (differing !== undefined) return `was recorded before in an Encounter with another ${differing}`;
  return isAnother ? 'was recorded before in another Encounter' : undefined;
}

/** Whether a new Encounter may be one that was recorded before: no identifiers tell them apart. */
function mayBe({ visit, encounter }: Settled, home: StoredEncounter, before?: StoredEncounter): boolean {
  if (!encounter.isNew || (before?.isEncounter && before.id !== home.id)) return false;
  const tokens = tokensOf(visit);
  return (
    tokens.length === 0 || home.tokens.length === 0 || tokens.some((token) => home.tokens.includes(token))
  );
}

function tokensOf({ encounter: { content } }: Visit): string[] {
  return (content.identifier ?? []).flatMap((identifier) => tokenOf(identifier) ?? []);
}

/** An Encounter before a consultation that is one of its own; of several of those, always the same. */
function preferred(one: StoredEncounter, other: StoredEncounter): StoredEncounter {
  if (one.isEncounter !== other.isEncounter) return one.isEncounter ? one : other;
  return other.id < one.id ? other : one;
}
