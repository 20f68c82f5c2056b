import type { CountryCode } from '../../../shared/country';
import type { ConsultationRecord, ItemOutcome } from '../../../modules/consultations';
import { formatEntryPath } from '../bundle/parse-bundle';
import type { EntryOutcomes, StoredOutcome } from '../bundle/entry-outcome';
import type { StoredEncounter } from './encounters.store';
import type { Problem } from '../operation-outcome';
import { haveDifferentSystems } from './subject';
import type { EncounterGroup } from './encounter-group';

/** A Condition to record as a case, with its stored Encounter. */
export interface Case {
  readonly group: EncounterGroup;
  readonly encounter: StoredEncounter;
  readonly condition: EncounterGroup['conditions'][number];
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

export type ResolvedCase = Case & { readonly consultation: StoredConsultation };

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
export function toExistingConsultation(record: ConsultationRecord): StoredConsultation {
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

/** Returns the problem of a Condition whose Encounter has lost its claim to other content. */
export function createSupersededProblem(index: number): Problem {
  const text =
    'its Encounter was replaced by one with other content: send it with that one, by its identifier';
  return { status: 409, code: 'conflict', text, expression: formatResourcePath(index) };
}

/** Returns the outcome of each entry of the cases' groups. */
export function toEntryOutcomes(cases: readonly ResolvedCase[]): EntryOutcomes {
  const outcomes = new Map<number, StoredOutcome>();
  for (const { group, encounter, condition, consultation } of cases) {
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
      note: consultation.isVoided ? 'voided' : undefined,
    });
  }
  for (const { index, originalIndex } of cases.flatMap(({ group }) => group.duplicates)) {
    const original = outcomes.get(originalIndex);
    if (original) outcomes.set(index, { ...original, isNew: false, note: original.note ?? 'duplicate' });
  }
  return outcomes;
}
