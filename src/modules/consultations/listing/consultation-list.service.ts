import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { noSuchPage, pageOf } from '../../../shared/cursor';
import { isUuid } from '../../../shared/identifier';
import {
  type AnsweredConsultation,
  type AnsweredRow,
  answeredConsultation,
} from '../recording/answered-consultation';
import { consultationsOfAccount } from '../recording/consultations.sql';

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
    const { limit, externalId } = filter;
    const statement = consultationsOfAccount({ byExternalId: externalId !== undefined });
    const { from, before } = identifiersOf(filter);
    const rows = await this.dataSource.query<AnsweredRow[]>(statement, [
      userId,
      filter.patientId ?? null,
      filter.consultedFrom?.toISOString() ?? null,
      filter.consultedBefore?.toISOString() ?? null,
      filter.recordedFrom?.toISOString() ?? null,
      filter.recordedBefore?.toISOString() ?? null,
      from,
      before,
      limit + 1,
      ...(externalId === undefined ? [] : [externalId]),
    ]);
    const { listed, lastBeforeNext } = pageOf(rows.map(answeredConsultation), limit);
    return { consultations: listed, nextCursor: lastBeforeNext?.id ?? null };
  }
}

/** How far an identifier may be from `recorded_at`: as long as a transaction lasts, and far more. */
const SLACK_MS = 24 * 60 * 60 * 1000;

/**
 * Between which identifiers everything is that the filter asks for, so that the index is read there alone: an identifier
 * begins with the moment at which it was made, and nothing is recorded more than a day before it happens.
 */
function identifiersOf({ consultedFrom, recordedFrom, recordedBefore, cursor }: ConsultationFilter) {
  const earliest = [
    ...(recordedFrom ? [recordedFrom.getTime() - SLACK_MS] : []),
    ...(consultedFrom ? [consultedFrom.getTime() - 2 * SLACK_MS] : []),
  ];
  const befores = [
    ...(recordedBefore ? [firstIdentifierAt(recordedBefore.getTime() + SLACK_MS)] : []),
    ...(cursor === undefined || cursor === null ? [] : [readCursor(cursor)]),
  ];
  return {
    from: earliest.length === 0 ? null : firstIdentifierAt(Math.max(...earliest)),
    before: befores.sort()[0] ?? null,
  };
}

/** The first UUID of version 7 that can be made at a moment (RFC 9562, section 5.7), in milliseconds since 1970. */
function firstIdentifierAt(moment: number): string {
  const digits = Math.max(0, moment).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

function readCursor(cursor: string): string {
  if (isUuid(cursor)) return cursor.toLowerCase();
  throw noSuchPage();
}
