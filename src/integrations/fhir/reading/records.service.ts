import { Injectable, NotFoundException } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { recordsOf } from '../../../platform/access/records-of';
import { type ConsultationRecord, ConsultationRecordsService } from '../../../modules/consultations';
import { isUuid } from '../../../shared/identifier';
import { FIND_CONDITIONS, FIND_ENCOUNTERS_BY_ID } from './records.sql';
import {
  type ConditionResource,
  type EncounterResource,
  type EncounterRow,
  type SentCondition,
  toConditionResource,
  toEncounterResource,
} from './fhir-resources';

export type RecordedResource = EncounterResource | ConditionResource;

/** What was recorded, as FHIR resources: consultations that came another way too. */
@Injectable()
export class RecordsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly consultations: ConsultationRecordsService,
  ) {}

  /** @throws NotFoundException for one that is not there, or that somebody else recorded */
  async encounter(id: string, caller: Caller): Promise<EncounterResource> {
    const [found] = await this.encounters([id], caller);
    if (!found) throw new NotFoundException('there is no such Encounter, or another account recorded it');
    return found;
  }

  /** Likewise. */
  async condition(id: string, caller: Caller): Promise<ConditionResource> {
    const [found] = await this.conditions([id], caller);
    if (!found) throw new NotFoundException('there is no such Condition, or another account recorded it');
    return found;
  }

  /** Those that are there and the caller’s, in any order. */
  async encounters(ids: readonly string[], caller: Caller): Promise<EncounterResource[]> {
    const possible = ids.filter(isUuid);
    if (possible.length === 0) return [];
    const account = recordsOf(caller);
    const rows = await this.dataSource.query<SentEncounter[]>(FIND_ENCOUNTERS_BY_ID, [possible, account]);
    const found = new Set(rows.map(({ id }) => id));
    const others = possible.map((id) => id.toLowerCase()).filter((id) => !found.has(id));
    const sought = [...rows.flatMap(({ conditions }) => conditions), ...others];
    const consultations = await this.consultations.byIds(sought, account);
    const byId = new Map(consultations.map((one) => [one.id, one]));
    const said = await this.said(others);
    const alone = others.flatMap((id) => (said.has(id) ? [] : (byId.get(id) ?? [])));
    return [
      ...rows.map((row) =>
        toEncounterResource({ ...row, voided_at: lastVoided(row.conditions.map((id) => byId.get(id))) }),
      ),
      ...alone.map((consultation) => toEncounterResource(encounterAlone(consultation))),
    ];
  }

  /** Likewise. */
  async conditions(ids: readonly string[], caller: Caller): Promise<ConditionResource[]> {
    const consultations = await this.consultations.byIds(ids, recordsOf(caller));
    const said = await this.said(consultations.map(({ id }) => id));
    return consultations.map((consultation) => toConditionResource(consultation, said.get(consultation.id)));
  }

  /** What Bundles said of consultations, each by the consultation's id. */
  private async said(ids: readonly string[]): Promise<ReadonlyMap<string, SentCondition>> {
    if (ids.length === 0) return new Map();
    const rows = await this.dataSource.query<SentCondition[]>(FIND_CONDITIONS, [ids]);
    return new Map(rows.map((row) => [row.consultation_id, row]));
  }
}

type SentEncounter = Omit<EncounterRow, 'voided_at'>;

/** When the last of some consultations was voided; null where one counts. */
function lastVoided(consultations: readonly (ConsultationRecord | undefined)[]): Date | null {
  const moments = consultations.flatMap((consultation) => consultation?.voidedAt ?? []);
  if (moments.length === 0 || moments.length < consultations.length) return null;
  return new Date(Math.max(...moments.map((moment) => moment.getTime())));
}

/** A consultation that came another way is an Encounter of its own. */
function encounterAlone(consultation: ConsultationRecord): EncounterRow {
  return {
    id: consultation.id,
    patient_id: consultation.patientId,
    started_at: consultation.consultedAt,
    recorded_at: consultation.recordedAt,
    content: null,
    conditions: [consultation.id],
    voided_at: consultation.voidedAt,
  };
}
