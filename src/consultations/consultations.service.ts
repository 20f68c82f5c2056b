import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { UNKNOWN_COUNTRY } from '../access/country';
import { nameKey } from '../fields/name-key';
import { CREATE_PATHOLOGY, RECORD_CONSULTATION } from './consultations.sql';
import { slotOfWriter } from './count-slot';

export interface NewConsultation {
  readonly patientId: string;
  readonly pathologyName: string;
  readonly consultationDate: Date;
}

export interface RecordedConsultation {
  readonly id: string;
  readonly patientId: string;
  readonly pathologyName: string;
  readonly consultationDate: string;
  readonly recordedAt: string;
}

interface RecordedRow {
  readonly id: string;
  readonly name: string;
  readonly recorded_at: Date;
}

@Injectable()
export class ConsultationsService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Records a consultation and counts it, in one statement. A name that nobody has used in the caller's country
   * becomes a pathology of that country first.
   */
  async record(consultation: NewConsultation, caller: Caller): Promise<RecordedConsultation> {
    const country = caller.country === null || caller.country === '*' ? UNKNOWN_COUNTRY : caller.country;
    const { patientId, pathologyName, consultationDate } = consultation;
    const key = nameKey(pathologyName);
    // As text in UTC: the driver would write a Date in the server's own time zone, in whole minutes from UTC.
    const moment = consultationDate.toISOString();
    const values = [key, country, patientId, moment, caller.userId, slotOfWriter()];
    let [row] = await this.dataSource.query<RecordedRow[]>(RECORD_CONSULTATION, values);
    if (!row) {
      // Of several that create one name at once, one does and the others wait for it: all then find it.
      await this.dataSource.query(CREATE_PATHOLOGY, [country, key, pathologyName]);
      [row] = await this.dataSource.query<RecordedRow[]>(RECORD_CONSULTATION, values);
    }
    if (!row) throw new Error('a pathology was created and is not found');
    return {
      id: row.id,
      patientId,
      pathologyName: row.name,
      consultationDate: moment,
      recordedAt: row.recorded_at.toISOString(),
    };
  }
}
