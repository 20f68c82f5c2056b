import { BadRequestException, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { isUuid } from '../fields/identifier';
import { type AnsweredConsultation, type AnsweredRow, answeredConsultation } from './answered-consultation';
import { CONSULTATIONS_OF_ACCOUNT } from './consultations.sql';

/** What a caller looks for; what is absent is not asked for. */
export interface ConsultationFilter {
  readonly externalId?: string | undefined;
  readonly patientId?: string | undefined;
  readonly consultedFrom?: Date | undefined;
  readonly consultedBefore?: Date | undefined;
  readonly recordedFrom?: Date | undefined;
  readonly recordedBefore?: Date | undefined;
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | null | undefined;
}

export interface ConsultationPage {
  readonly consultations: AnsweredConsultation[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** What an account recorded, for those who compare it with what they sent. */
@Injectable()
export class ConsultationListService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * A page of the caller's own consultations, last recorded first.
   * @throws BadRequestException for a cursor that is none
   */
  async list(filter: ConsultationFilter, { userId }: Caller): Promise<ConsultationPage> {
    const { limit } = filter;
    const rows = await this.dataSource.query<AnsweredRow[]>(CONSULTATIONS_OF_ACCOUNT, [
      userId,
      filter.externalId ?? null,
      filter.patientId ?? null,
      filter.consultedFrom?.toISOString() ?? null,
      filter.consultedBefore?.toISOString() ?? null,
      filter.recordedFrom?.toISOString() ?? null,
      filter.recordedBefore?.toISOString() ?? null,
      readCursor(filter.cursor),
      limit + 1,
    ]);
    const consultations = rows.slice(0, limit).map(answeredConsultation);
    const nextCursor = rows.length > limit ? (consultations.at(-1)?.id ?? null) : null;
    return { consultations, nextCursor };
  }
}

function readCursor(cursor: string | null | undefined): string | null {
  if (cursor === undefined || cursor === null) return null;
  if (isUuid(cursor)) return cursor;
  throw new BadRequestException('cursor: expected nextCursor of the page before');
}
