import type { CountryCode } from '../../../shared/country';
import { toToken } from '../identity/identifiers';
import type { Problem } from '../operation-outcome';
import { EncounterRefusals } from './encounter-refusals';
import type { StoredEncounter } from './stored-encounter';
import {
  type ResolvedCase,
  describeDifferences,
  formatResourcePath,
  isSamePatient,
  toConsultationEncounter,
} from './resolved-cases';

interface ExistingEncounters {
  /** Encounters of earlier Bundles, keyed by the id of the consultation. */
  readonly byConsultation: ReadonlyMap<string, StoredEncounter>;
  /** Those in which the cases were searched, keyed by the id of the new Encounter. */
  readonly expected: ReadonlyMap<string, StoredEncounter>;
  readonly country: CountryCode;
}

/**
 * Returns the existing Encounters that replace new ones, keyed by the new one's id. A Condition stays in the Encounter
 * that it was first recorded in: if its new Encounter can be the same, the existing one replaces it.
 * @throws EncountersRefusedError if a Condition was recorded in a different Encounter, or with another patient, or if the cases were
 * searched in a different Encounter: a duplicate, which is not among the cases, was recorded there
 */
export function findReplacementEncounters(
  cases: readonly ResolvedCase[],
  { byConsultation, expected, country }: ExistingEncounters,
): Map<string, StoredEncounter> {
  const byNewConsultation = new Map(
    cases.flatMap((one) => (one.consultation.isNew ? [[one.consultation.id, one] as const] : [])),
  );
  const idsWithNewConditions = new Set(Array.from(byNewConsultation.values(), ({ encounter: { id } }) => id));
  const replacements = new Map<string, StoredEncounter>();
  const refusals = new EncounterRefusals();
  for (const one of cases) {
    const { group, encounter, consultation } = one;
    if (consultation.isNew) continue;
    const ofThisBundle = byNewConsultation.get(consultation.id);
    const existing =
      ofThisBundle?.encounter ?? byConsultation.get(consultation.id) ?? toConsultationEncounter(consultation);
    const replacement = replacements.get(encounter.id);
    const isOther =
      existing.isFromFhir && (ofThisBundle !== undefined || !canBeSame(one, existing, replacement));
    const text = describeConflict(one, existing, { isOther, country });
    if (text !== undefined) {
      const expression = formatResourcePath(one.condition.index);
      const problem: Problem = { status: 409, code: 'conflict', text, expression };
      refusals.add(group, problem, ofThisBundle?.group);
    } else if (
      encounter.isNew &&
      existing.id !== encounter.id &&
      (existing.isFromFhir || !idsWithNewConditions.has(encounter.id))
    ) {
      replacements.set(encounter.id, replacement === undefined ? existing : prefer(replacement, existing));
    }
  }
  for (const { group, encounter, condition } of cases) {
    const searched = expected.get(encounter.id);
    const replacement = replacements.get(encounter.id);
    if (!searched || !replacement?.isFromFhir || searched.id === replacement.id) continue;
    const text = 'its Encounter has Conditions that were recorded before in different Encounters';
    const expression = formatResourcePath(condition.index);
    refusals.add(group, { status: 409, code: 'conflict', text, expression });
  }
  refusals.throwIfAny();
  return replacements;
}

/** Returns the error text for an existing Condition, or undefined if there is no conflict. */
function describeConflict(
  { group, encounter }: ResolvedCase,
  existing: StoredEncounter,
  { isOther, country }: { readonly isOther: boolean; readonly country: CountryCode },
): string | undefined {
  if (existing.id === encounter.id) {
    return isSamePatient(group, existing) ? undefined : 'was recorded before with another patient';
  }
  const differences = describeDifferences(group, existing, country);
  if (differences !== undefined) return `was recorded before in an Encounter with another ${differences}`;
  return isOther ? 'was recorded before in another Encounter' : undefined;
}

/** Whether a new Encounter can be the existing one: it shares an identifier, or one of them has none. */
function canBeSame(
  { group, encounter }: ResolvedCase,
  existing: StoredEncounter,
  replacement: StoredEncounter | undefined,
): boolean {
  if (!encounter.isNew || (replacement?.isFromFhir && replacement.id !== existing.id)) return false;
  const identifiers = group.encounter.content.identifier ?? [];
  const tokens = identifiers.flatMap((identifier) => toToken(identifier) ?? []);
  return (
    tokens.length === 0 ||
    existing.tokens.length === 0 ||
    tokens.some((token) => existing.tokens.includes(token))
  );
}

/** Prefers an Encounter recorded by FHIR, then the lower id, so that the result is the same for every order. */
function prefer(one: StoredEncounter, other: StoredEncounter): StoredEncounter {
  if (one.isFromFhir !== other.isFromFhir) return one.isFromFhir ? one : other;
  return other.id < one.id ? other : one;
}
