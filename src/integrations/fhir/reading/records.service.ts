import { Injectable, NotFoundException } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { type AccessibleRecords, accessibleRecords } from '../../../platform/access/accessible-records';
import { AuditTrail } from '../../../platform/audit/audit-trail.service';
import { Database } from '../../../platform/database/database';
import { Distribution } from '../../../platform/database/distribution';
import { type ConsultationRecord, ConsultationRecordsService } from '../../../modules/consultations';
import { isUuid } from '../../../shared/identifier';
import { FIND_CONDITIONS, FIND_ENCOUNTERS } from './records.sql';
import {
  type ConditionResource,
  type EncounterResource,
  type StoredCondition,
  type EncounterRecord,
  toConditionResource,
  toEncounterResource,
} from './fhir-resources';

export type RecordedResource = EncounterResource | ConditionResource;

interface ConditionRecord {
  readonly consultation: ConsultationRecord;
  /** Undefined if it was not recorded by FHIR. */
  readonly stored: StoredCondition | undefined;
}

/** Reads consultations as FHIR resources, including those that were not recorded by FHIR. */
@Injectable()
export class RecordsService {
  constructor(
    private readonly database: Database,
    private readonly consultations: ConsultationRecordsService,
    private readonly distribution: Distribution,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws NotFoundException if it does not exist or the caller may not access it */
  async getEncounter(id: string, caller: Caller): Promise<EncounterResource> {
    const [encounter] = await this.findEncounterRecords([id], caller);
    if (!encounter) throw new NotFoundException('there is no such Encounter, or another account recorded it');
    const touched = { country: encounter.country, records: [encounter.id, ...encounter.conditions] };
    await this.audit.write([{ ...touched, action: 'fhir.readEncounter', caller }]);
    return toEncounterResource(encounter);
  }

  /** @throws NotFoundException if it does not exist or the caller may not access it */
  async getCondition(id: string, caller: Caller): Promise<ConditionResource> {
    const [condition] = await this.findConditionRecords([id], caller);
    if (!condition) throw new NotFoundException('there is no such Condition, or another account recorded it');
    const { consultation, stored } = condition;
    const touched = { country: consultation.country, records: [consultation.id] };
    await this.audit.write([{ ...touched, action: 'fhir.readCondition', caller }]);
    return toConditionResource(consultation, stored);
  }

  /** Returns the Encounters that the caller may read, in any order. For records of which the caller has written the event. */
  async findEncounters(ids: readonly string[], caller: Caller): Promise<EncounterResource[]> {
    return (await this.findEncounterRecords(ids, caller)).map(toEncounterResource);
  }

  /** Returns the Conditions that the caller may read, as `findEncounters`. */
  async findConditions(ids: readonly string[], caller: Caller): Promise<ConditionResource[]> {
    const records = await this.findConditionRecords(ids, caller);
    return records.map(({ consultation, stored }) => toConditionResource(consultation, stored));
  }

  private async findEncounterRecords(ids: readonly string[], caller: Caller): Promise<EncounterRecord[]> {
    const uuids = ids.filter(isUuid);
    if (uuids.length === 0) return [];
    const records = accessibleRecords(caller);
    const countries = await this.distribution.countriesOfRecords(records);
    const rows = await this.database.rows(FIND_ENCOUNTERS, { ids: uuids, ...records, countries });
    const foundIds = new Set(rows.map(({ id }) => id));
    const otherIds = uuids.map((id) => id.toLowerCase()).filter((id) => !foundIds.has(id));
    const consultationIds = [...rows.flatMap(({ conditions }) => conditions), ...otherIds];
    const consultations = await this.consultations.findByIds(consultationIds, records);
    const byId = new Map(consultations.map((consultation) => [consultation.id, consultation]));
    const storedConditions = await this.findStoredConditions(otherIds, records);
    const withoutEncounter = otherIds.flatMap((id) => (storedConditions.has(id) ? [] : (byId.get(id) ?? [])));
    return [
      ...rows.map((row) => ({
        ...row,
        voidedAt: findLastVoiding(row.conditions.map((id) => byId.get(id))),
      })),
      ...withoutEncounter.map(toEncounterRecord),
    ];
  }

  private async findConditionRecords(ids: readonly string[], caller: Caller): Promise<ConditionRecord[]> {
    const records = accessibleRecords(caller);
    const consultations = await this.consultations.findByIds(ids, records);
    const storedConditions = await this.findStoredConditions(
      consultations.map(({ id }) => id),
      records,
    );
    return consultations.map((consultation) => ({
      consultation,
      stored: storedConditions.get(consultation.id),
    }));
  }

  /** Returns the stored Conditions, keyed by the consultation's id. */
  private async findStoredConditions(
    consultationIds: readonly string[],
    records: AccessibleRecords,
  ): Promise<ReadonlyMap<string, StoredCondition>> {
    if (consultationIds.length === 0) return new Map();
    const countries = await this.distribution.countriesOfRecords(records);
    const rows = await this.database.rows(FIND_CONDITIONS, { consultationIds, countries });
    return new Map(rows.map((row) => [row.consultationId, row]));
  }
}

/** Returns when the last consultation was voided, or null if one is not voided. */
function findLastVoiding(consultations: readonly (ConsultationRecord | undefined)[]): Date | null {
  const dates = consultations.flatMap((consultation) => consultation?.voidedAt ?? []);
  if (dates.length < consultations.length) return null;
  return dates.reduce<Date | null>((last, date) => (last === null || date > last ? date : last), null);
}

/** Returns the Encounter of a consultation that was not recorded by FHIR. */
function toEncounterRecord(consultation: ConsultationRecord): EncounterRecord {
  return {
    country: consultation.country,
    id: consultation.id,
    patientId: consultation.patientId,
    startedAt: consultation.consultedAt,
    recordedAt: consultation.recordedAt,
    content: null,
    conditions: [consultation.id],
    voidedAt: consultation.voidedAt,
  };
}
