import type { CountryCode } from '../../../shared/country';
import type { ConsultationRecord, LineOutcome } from '../../../modules/consultations';
import { formatEntryPath } from '../bundle/parse-bundle';
import type { Outcomes, Stored } from '../bundle/entry-outcome';
import type { StoredEncounter } from './encounters.store';
import type { Problem } from '../operation-outcome';
import { haveDifferentSystems } from './subject';
import type { EncounterGroup } from './encounter-group';

/** A Condition that is a case, and the Encounter as it is stored. */
export interface Case {
  readonly group: EncounterGroup;
  readonly encounter: StoredEncounter;
  readonly condition: EncounterGroup['conditions'][number];
}

/** The consultation that a Condition became, now or before. */
export interface StoredConsultation {
  readonly isNew: boolean;
  readonly id: string;
  readonly country: CountryCode;
  readonly patientId: string;
  readonly consultedAt: Date;
  readonly recordedAt: Date;
  readonly isVoided: boolean;
}

export type ResolvedCase = Case & { readonly result: StoredConsultation };

const REFUSALS = {
  BAD_REQUEST: { status: 422, code: 'business-rule' },
  FORBIDDEN: { status: 403, code: 'forbidden' },
  CONFLICT: { status: 409, code: 'conflict' },
} as const;

export function formatResourcePath(index: number): string {
  return `${formatEntryPath(index)}.resource`;
}

/** What became of the line that a Condition was recorded by. */
export function toStoredConsultation({ condition: { index } }: Case, outcome: LineOutcome): StoredConsultation | Problem {
  if (outcome.status === 'refused') {
    return { ...REFUSALS[outcome.code], text: outcome.message, expression: formatResourcePath(index) };
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

/** What was recorded before, as it is. */
export function fromRecord(record: ConsultationRecord): StoredConsultation {
  return { ...record, isNew: false, isVoided: record.voidedAt !== null };
}

/** A consultation that came another way is an Encounter of its own. */
export function toStoredEncounter({
  country,
  id,
  patientId,
  consultedAt,
  recordedAt,
}: StoredConsultation): StoredEncounter {
  return {
    isNew: false,
    isEncounter: false,
    country,
    id,
    patientId,
    patientSystem: undefined,
    tokens: [],
    startedAt: consultedAt,
    recordedAt,
  };
}

/** What a stored Encounter says otherwise than the one that was sent, in words; undefined where nothing. */
export function describeDifferences(group: EncounterGroup, stored: StoredEncounter, country: CountryCode): string | undefined {
  const { startedAt } = group.encounter;
  const differing = [
    ...(isSamePatient(group, stored) ? [] : ['patient']),
    ...(startedAt.getTime() === stored.startedAt.getTime() ? [] : ['period.start']),
    ...(country === stored.country ? [] : ['country']),
  ];
  return differing.length === 0 ? undefined : new Intl.ListFormat('en').format(differing);
}

export function isSamePatient(
  { encounter: { patientId, content } }: EncounterGroup,
  stored: StoredEncounter,
): boolean {
  return patientId === stored.patientId && !haveDifferentSystems(content.patientSystem, stored.patientSystem);
}

/** What is answered of each entry of the visits. */
export function toEntryOutcomes(settled: readonly ResolvedCase[]): Outcomes {
  const outcomes = new Map<number, Stored>();
  for (const { group, encounter, condition, result } of settled) {
    const { isNew, id, recordedAt } = encounter;
    const named = group.externalId !== undefined || group.encounter.identity.recordedId !== undefined;
    outcomes.set(group.encounter.index, { kind: 'stored', type: 'Encounter', isNew, id, recordedAt, named });
    outcomes.set(condition.index, {
      kind: 'stored',
      type: 'Condition',
      isNew: result.isNew,
      id: result.id,
      recordedAt: result.recordedAt,
      named: condition.externalId !== undefined || condition.identity.recordedId !== undefined,
      note: result.isVoided ? 'voided' : undefined,
    });
  }
  for (const { index, of } of settled.flatMap(({ group }) => group.repeats)) {
    const first = outcomes.get(of);
    if (first) outcomes.set(index, { ...first, isNew: false, note: first.note ?? 'repeated' });
  }
  return outcomes;
}
