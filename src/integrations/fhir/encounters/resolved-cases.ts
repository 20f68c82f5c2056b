import type { CountryCode } from '../../../shared/country';
import { nameKey } from '../../../shared/name-key';
import {
  type CheckedConsultation,
  type ConsultationRecord,
  type ItemOutcome,
  keyOfCode,
} from '../../../modules/consultations';
import { formatEntryPath } from '../bundle/parse-bundle';
import type { EntryOutcomes, StoredOutcome } from '../bundle/entry-outcome';
import type { ConsultationOfEncounter } from './encounters.sql';
import type { StoredEncounter } from './stored-encounter';
import type { Problem } from '../operation-outcome';
import { haveDifferentSystems } from './subject';
import type { EncounterGroup } from './encounter-group';

/** A Condition to record as a case, with its stored Encounter. */
export interface Case {
  readonly group: EncounterGroup;
  readonly encounter: StoredEncounter;
  readonly condition: EncounterGroup['conditions'][number];
  /** The consultation to record; undefined for an address of this platform, which leads to a record. */
  readonly checked: CheckedConsultation | undefined;
}

/** The consultation of a Condition; `isNew` if this request recorded it. */
export interface StoredConsultation {
  readonly isNew: boolean;
  readonly id: string;
  readonly country: CountryCode;
  readonly patientId: string;
  readonly consultedAt: Date;
  readonly recordedAt: Date;
  readonly isVoided: boolean;
}

export type ResolvedCase = Case & {
  readonly consultation: StoredConsultation;
  /** Whether it is the consultation of another Condition of the Bundle, with the same pathology. */
  readonly isDuplicate?: boolean;
};

const PROBLEM_CODES = {
  BAD_REQUEST: { status: 422, code: 'business-rule' },
  FORBIDDEN: { status: 403, code: 'forbidden' },
  CONFLICT: { status: 409, code: 'conflict' },
  UNPROCESSABLE_CONTENT: { status: 422, code: 'business-rule' },
} as const;

export function formatResourcePath(index: number): string {
  return `${formatEntryPath(index)}.resource`;
}

/** Returns the consultation of a Condition, or a problem if it was refused. */
export function toStoredConsultation(
  { condition: { index } }: Case,
  outcome: ItemOutcome,
): StoredConsultation | Problem {
  if (outcome.status === 'refused') {
    return { ...PROBLEM_CODES[outcome.code], text: outcome.message, expression: formatResourcePath(index) };
  }
  const { id, country, patientId, consultationDate, recordedAt, voidedAt } = outcome.consultation;
  return {
    isNew: outcome.status === 'recorded',
    id,
    country,
    patientId,
    consultedAt: new Date(consultationDate),
    recordedAt: new Date(recordedAt),
    isVoided: voidedAt !== null,
  };
}

/** Converts a consultation of an earlier request. */
export function toExistingConsultation(
  record: Omit<ConsultationRecord, 'externalId' | 'pathologyName' | 'icd10' | 'icd11'>,
): StoredConsultation {
  return { ...record, isNew: false, isVoided: record.voidedAt !== null };
}

/** Returns the Encounter of a consultation that was not recorded by FHIR: it has the consultation's id. */
export function toConsultationEncounter(consultation: StoredConsultation): StoredEncounter {
  const { country, id, patientId, consultedAt, recordedAt } = consultation;
  return {
    isNew: false,
    isFromFhir: false,
    country,
    id,
    patientId,
    patientSystem: undefined,
    tokens: [],
    hasExternalId: false,
    startedAt: consultedAt,
    recordedAt,
  };
}

/** Lists the elements in which an Encounter differs from the stored one; undefined if there are none. */
export function describeDifferences(
  group: EncounterGroup,
  stored: StoredEncounter,
  country: CountryCode,
): string | undefined {
  const { startedAt } = group.encounter;
  const elements = [
    ...(isSamePatient(group, stored) ? [] : ['patient']),
    ...(startedAt.getTime() === stored.startedAt.getTime() ? [] : ['period.start']),
    ...(country === stored.country ? [] : ['country']),
  ];
  return elements.length === 0 ? undefined : new Intl.ListFormat('en').format(elements);
}

export function isSamePatient({ encounter }: EncounterGroup, stored: StoredEncounter): boolean {
  const { patientId, content } = encounter;
  return patientId === stored.patientId && !haveDifferentSystems(content.patientSystem, stored.patientSystem);
}

/** Whether a consultation has the pathology of a Condition. The catalogue may have adopted its name or code since. */
export function hasPathology(
  { pathology: { key, pathologyCode, pathologyName } }: Case['condition'],
  { pathologyKey }: ConsultationRecord,
): boolean {
  return [key, pathologyCode ? keyOfCode(pathologyCode) : nameKey(pathologyName)].includes(pathologyKey);
}

/** Returns a key of the Encounter and pathology of a Condition. */
export function formatPathology({ encounter, condition }: Case): string {
  return `${encounter.id} ${condition.pathology.key}`;
}

export function formatStoredPathology({ encounterId, pathologyKey }: ConsultationOfEncounter): string {
  return `${encounterId} ${pathologyKey}`;
}

export function createOtherPathologyProblem(index: number): Problem {
  const text = 'was recorded before with another pathology';
  return { status: 409, code: 'conflict', text, expression: formatResourcePath(index) };
}

/** Returns the problem of a Condition whose Encounter has lost its claim to other content. */
export function createSupersededProblem(index: number): Problem {
  const text =
    'its Encounter was replaced by one with other content: send it with that one, by its identifier';
  return { status: 409, code: 'conflict', text, expression: formatResourcePath(index) };
}

/** Returns a problem if a new case does not match its stored Encounter. */
export function findConflict(
  { group, encounter, condition }: Case,
  country: CountryCode,
): Problem | undefined {
  const expression = formatResourcePath(condition.index);
  if (!encounter.isFromFhir) {
    const text = 'its Encounter is a consultation that was recorded another way, and has no other Condition';
    return { status: 409, code: 'conflict', text, expression };
  }
  const differences = describeDifferences(group, encounter, country);
  if (differences === undefined) return undefined;
  const text = `is new, and its Encounter was recorded before with another ${differences}`;
  return { status: 409, code: 'conflict', text, expression };
}

/** Returns the duplicates with the consultations of the cases that were resolved instead. */
export function resolveDuplicates(
  resolved: readonly ResolvedCase[],
  duplicates: ReadonlyMap<Case, Case>,
): ResolvedCase[] {
  const byIndex = new Map(resolved.map((one) => [one.condition.index, one]));
  return [...duplicates].flatMap(([one, original]) => {
    const found = byIndex.get(original.condition.index);
    return found
      ? {
          ...one,
          encounter: { ...found.encounter, isNew: found.encounter.isNew && one.encounter.isNew },
          consultation: { ...found.consultation, isNew: false },
          isDuplicate: true,
        }
      : [];
  });
}

/** Returns the outcome of each entry of the cases' groups. */
export function toEntryOutcomes(cases: readonly ResolvedCase[]): EntryOutcomes {
  const outcomes = new Map<number, StoredOutcome>();
  for (const { group, encounter, condition, consultation, isDuplicate } of cases) {
    outcomes.set(group.encounter.index, {
      kind: 'stored',
      type: 'Encounter',
      isNew: encounter.isNew,
      id: encounter.id,
      recordedAt: encounter.recordedAt,
      hasIdentity: group.externalId !== undefined || group.encounter.identity.recordedId !== undefined,
    });
    outcomes.set(condition.index, {
      kind: 'stored',
      type: 'Condition',
      isNew: consultation.isNew,
      id: consultation.id,
      recordedAt: consultation.recordedAt,
      hasIdentity: condition.externalId !== undefined || condition.identity.recordedId !== undefined,
      note: consultation.isVoided ? 'voided' : isDuplicate ? 'duplicate' : undefined,
    });
  }
  return outcomes;
}
