import { Injectable, NotFoundException } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { isUuid } from '../fields/identifier';
import { FIND_CONDITIONS, FIND_ENCOUNTERS } from './records.sql';
import {
  type ConditionResource,
  type ConditionRow,
  type EncounterResource,
  type EncounterRow,
  conditionResource,
  encounterResource,
} from './written-resources';

export type RecordedResource = EncounterResource | ConditionResource;

/** What was recorded, as FHIR resources: consultations that came another way too. */
@Injectable()
export class RecordsService {
  constructor(private readonly dataSource: DataSource) {}

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
    return (await this.find<EncounterRow>(FIND_ENCOUNTERS, ids, caller)).map(encounterResource);
  }

  /** Likewise. */
  async conditions(ids: readonly string[], caller: Caller): Promise<ConditionResource[]> {
    return (await this.find<ConditionRow>(FIND_CONDITIONS, ids, caller)).map(conditionResource);
  }

  private async find<Row>(
    statement: string,
    ids: readonly string[],
    { role, userId }: Caller,
  ): Promise<Row[]> {
    const possible = ids.filter(isUuid);
    if (possible.length === 0) return [];
    return this.dataSource.query<Row[]>(statement, [possible, role === 'admin' ? null : userId]);
  }
}
