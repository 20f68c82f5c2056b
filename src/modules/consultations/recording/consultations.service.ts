import { BadRequestException, ConflictException, ForbiddenException, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { filingCountry } from '../../../platform/access/filing-country';
import type { CheckedLine } from '../../../shared/line';
import { nameKey } from '../../../shared/name-key';
import { problemsOf } from '../../../shared/problems';
import { type AnsweredConsultation, answeredConsultation } from './answered-consultation';
import {
  ConsultationLinesService,
  type LineOutcome,
  type NewConsultation,
  type Refusal,
  refusal,
} from './consultation-lines.service';
import { CREATE_PATHOLOGY, RECORD_CONSULTATION } from './consultations.sql';
import { slotOfWriter } from '../counts/count-slot';

interface RecordedRow {
  readonly id: string;
  readonly name: string;
  readonly icd10: string | null;
  readonly recorded_at: Date;
}

/** What became of many lines, in their order. */
export interface RecordedLines {
  readonly recorded: number;
  readonly alreadyRecorded: number;
  readonly refused: number;
  readonly results: LineOutcome[];
}

@Injectable()
export class ConsultationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lines: ConsultationLinesService,
  ) {}

  /**
   * Records a consultation and counts it. One with an external id that the account used before is answered with the first
   * record.
   * @throws BadRequestException for a code that the catalogue does not have
   * @throws ForbiddenException for a country that is not the account's
   * @throws ConflictException for an external id that was used with other content
   */
  async record(consultation: NewConsultation, caller: Caller): Promise<AnsweredConsultation> {
    const { pathologyName, pathologyCode, externalId } = consultation;
    if (pathologyName !== undefined && pathologyCode === undefined && externalId === undefined) {
      return this.recordNamed({ ...consultation, pathologyName }, caller);
    }
    const [outcome] = await this.lines.recordMany([consultation], caller);
    if (!outcome) throw new Error('a line without an outcome');
    if (outcome.status === 'refused') throw exceptionOf(outcome);
    return outcome.consultation;
  }

  /**
   * Records many, each by itself, in one transaction. One that is refused, for its fields or for what stands already, does
   * not stop the others.
   */
  async recordMany(lines: readonly CheckedLine<NewConsultation>[], caller: Caller): Promise<RecordedLines> {
    const readable = lines.flatMap(({ data }) => data ?? []);
    const outcomes = (await this.lines.recordMany(readable, caller)).values();
    const results = lines.map((line): LineOutcome => {
      if (!line.success) return refusal('BAD_REQUEST', problemsOf(line.error));
      const { value } = outcomes.next();
      if (!value) throw new Error('a line without an outcome');
      return value;
    });
    const count = (status: LineOutcome['status']) =>
      results.filter((result) => result.status === status).length;
    return {
      recorded: count('recorded'),
      alreadyRecorded: count('alreadyRecorded'),
      refused: count('refused'),
      results,
    };
  }

  /** In one statement. A name that nobody has used in the country becomes a pathology of that country first. */
  private async recordNamed(
    consultation: NewConsultation & { readonly pathologyName: string },
    caller: Caller,
  ): Promise<AnsweredConsultation> {
    const { patientId, pathologyName, consultationDate } = consultation;
    const country = filingCountry(caller, consultation.country, 'country');
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
    return answeredConsultation({
      country,
      id: row.id,
      patient_id: patientId,
      pathology_name: row.name,
      icd10: row.icd10,
      consulted_at: consultationDate,
      recorded_at: row.recorded_at,
      external_id: null,
      voided_at: null,
    });
  }
}

function exceptionOf({ code, message }: Refusal): Error {
  switch (code) {
    case 'BAD_REQUEST':
      return new BadRequestException(message);
    case 'FORBIDDEN':
      return new ForbiddenException(message);
    case 'CONFLICT':
      return new ConflictException(message);
  }
}
