import { Injectable, NotFoundException } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { accessibleAccountId } from '../../../platform/access/accessible-account';
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

/** Reads consultations as FHIR resources, including those that were not recorded by FHIR. */
@Injectable()
export class RecordsService {
  constructor(
    private readonly database: Database,
    private readonly consultations: ConsultationRecordsService,
    private readonly distribution: Distribution,
  ) {}

  /** @throws NotFoundException if it does not exist or another account recorded it */
  async getEncounter(id: string, caller: Caller): Promise<EncounterResource> {
    const [encounter] = await this.findEncounters([id], caller);
    if (!encounter) throw new NotFoundException('there is no such Encounter, or another account recorded it');
    return encounter;
  }

  /** @throws NotFoundException if it does not exist or another account recorded it */
  async getCondition(id: string, caller: Caller): Promise<ConditionResource> {
    const [condition] = await this.findConditions([id], caller);
    if (!condition) throw new NotFoundException('there is no such Condition, or another account recorded it');
    return condition;
  }

  /** Returns the Encounters that the caller may read, in any order. */
  async findEncounters(ids: readonly string[], caller: Caller): Promise<EncounterResource[]> {
    const uuids = ids.filter(isUuid);
    if (uuids.length === 0) return [];
    const accountId = accessibleAccountId(caller);
    const countries = await this.distribution.countriesOf(accountId);
    const rows = await this.database.rows(FIND_ENCOUNTERS, { ids: uuids, accountId, countries });
    const foundIds = new Set(rows.map(({ id }) => id));
    const otherIds = uuids.map((id) => id.toLowerCase()).filter((id) => !foundIds.has(id));
    const consultationIds = [...rows.flatMap(({ conditions }) => conditions), ...otherIds];
    const consultations = await this.consultations.findByIds(consultationIds, accountId);
    const byId = new Map(consultations.map((consultation) => [consultation.id, consultation]));
    const storedConditions = await this.findStoredConditions(otherIds, accountId);
    const withoutEncounter = otherIds.flatMap((id) => (storedConditions.has(id) ? [] : (byId.get(id) ?? [])));
    return [
      ...rows.map((row) =>
        toEncounterResource({ ...row, voidedAt: findLastVoiding(row.conditions.map((id) => byId.get(id))) }),
      ),
      ...withoutEncounter.map((consultation) => toEncounterResource(toEncounterRecord(consultation))),
    ];
  }

  /** Returns the Conditions that the caller may read, in any order. */
  async findConditions(ids: readonly string[], caller: Caller): Promise<ConditionResource[]> {
    const accountId = accessibleAccountId(caller);
    const consultations = await this.consultations.findByIds(ids, accountId);
    const storedConditions = await this.findStoredConditions(
      consultations.map(({ id }) => id),
      accountId,
    );
    return consultations.map((consultation) =>
      toConditionResource(consultation, storedConditions.get(consultation.id)),
    );
  }

  /** Returns the stored Conditions, keyed by the consultation's id. */
  private async findStoredConditions(
    consultationIds: readonly string[],
    accountId: string | null,
  ): Promise<ReadonlyMap<string, StoredCondition>> {
    if (consultationIds.length === 0) return new Map();
    const countries = await this.distribution.countriesOf(accountId);
    const rows = await this.database.rows(FIND_CONDITIONS, { consultationIds, countries });
    return new Map(rows.map((row) => [row.consultationId, row]));
  }
}

/** Returns when the last consultation was voided, or null if one is not voided. */
function findLastVoiding(consultations: readonly (ConsultationRecord | undefined)[]): Date | null {
  const dates = consultations.flatMap((consultation) => consultation?.voidedAt ?? []);
  if (dates.length === 0 || dates.length < consultations.length) return null;
  return new Date(Math.max(...dates.map((date) => date.getTime())));
}

/** Returns the Encounter of a consultation that was not recorded by FHIR. */
function toEncounterRecord(consultation: ConsultationRecord): EncounterRecord {
  return {
    id: consultation.id,
    patientId: consultation.patientId,
    startedAt: consultation.consultedAt,
    recordedAt: consultation.recordedAt,
    content: null,
    conditions: [consultation.id],
    voidedAt: consultation.voidedAt,
  };
}
