import type { CountryCode } from '../../../shared/country';
import type { ConsultationRecord, LineOutcome } from '../../../modules/consultations';
import { entryPath } from '../bundle/bundle-entries';
import type { Outcomes, Stored } from '../bundle/entry-outcome';
import type { StoredEncounter } from './encounters.store';
import type { Problem } from '../outcome';
import { differingSystems } from './subject';
import type { Visit } from './visit';

/** A Condition that is a case, and the Encounter as it is stored. */
export interface Case {
  readonly visit: Visit;
  readonly encounter: StoredEncounter;
  readonly condition: Visit['conditions'][number];
}

/** The consultation that a Condition became, now or before. */
export interface StoredCase {
  readonly isNew: boolean;
  readonly id: string;
  readonly country: CountryCode;
  readonly patientId: string;
  readonly consultedAt: Date;
  readonly recordedAt: Date;
  readonly isVoided: boolean;
}

export type Settled = Case & { readonly result: StoredCase };

const REFUSALS = {
  BAD_REQUEST: { status: 422, code: 'business-rule' },
  FORBIDDEN: { status: 403, code: 'forbidden' },
  CONFLICT: { status: 409, code: 'conflict' },
} as const;

export function resourcePath(index: number): string {
  return `${entryPath(index)}.resource`;
}

/** What became of the line that a Condition was recorded by. */
export function settledLine({ condition: { index } }: Case, outcome: LineOutcome): StoredCase | Problem {
  if (outcome.status === 'refused') {
    return { ...REFUSALS[outcome.code], text: outcome.message, expression: resourcePath(index) };
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
export function earlierCase(record: ConsultationRecord): StoredCase {
  return { ...record, isNew: false, isVoided: record.voidedAt !== null };
}

/** A consultation that came another way is an Encounter of its own. */
export function asEncounter({
  country,
  id,
  patientId,
  consultedAt,
  recordedAt,
}: StoredCase): StoredEncounter {
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
export function differences(visit: Visit, stored: StoredEncounter, country: CountryCode): string | undefined {
  const { startedAt } = visit.encounter;
  const differing = [
    ...(isOfSamePatient(visit, stored) ? [] : ['patient']),
    ...(startedAt.getTime() === stored.startedAt.getTime() ? [] : ['period.start']),
    ...(country === stored.country ? [] : ['country']),
  ];
  return differing.length === 0 ? undefined : new Intl.ListFormat('en').format(differing);
}

export function isOfSamePatient(
  { encounter: { patientId, content } }: Visit,
  stored: StoredEncounter,
): boolean {
  return patientId === stored.patientId && !differingSystems(content.patientSystem, stored.patientSystem);
}

/** What is answered of each entry of the visits. */
export function outcomesOf(settled: readonly Settled[]): Outcomes {
  const outcomes = new Map<number, Stored>();
  for (const { visit, encounter, condition, result } of settled) {
    const { isNew, id, recordedAt } = encounter;
    const named = visit.externalId !== undefined || visit.encounter.identity.recordedId !== undefined;
    outcomes.set(visit.encounter.index, { kind: 'stored', type: 'Encounter', isNew, id, recordedAt, named });
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
  for (const { index, of } of settled.flatMap(({ visit }) => visit.repeats)) {
    const first = outcomes.get(of);
    if (first) outcomes.set(index, { ...first, isNew: false, note: first.note ?? 'repeated' });
  }
  return outcomes;
}
