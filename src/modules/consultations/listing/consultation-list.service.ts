import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Database } from '../../../platform/database/database';
import { Distribution } from '../../../platform/database/distribution';
import { invalidCursor, takePage } from '../../../shared/cursor';
import { firstIdAt, isUuid } from '../../../shared/identifier';
import type { ConsultationDetails } from '../consultation-details.sql';
import { LIST_CONSULTATIONS, LIST_CONSULTATIONS_BY_EXTERNAL_ID } from './consultation-list.sql';

/** An undefined filter matches everything. */
interface ConsultationFilter {
  readonly externalId?: string | undefined;
  readonly patientId?: string | undefined;
  readonly consultedFrom?: Date | undefined;
  readonly consultedBefore?: Date | undefined;
  readonly recordedFrom?: Date | undefined;
  readonly recordedBefore?: Date | undefined;
  readonly limit: number;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | null | undefined;
}

interface ConsultationPage {
  readonly consultations: ConsultationDetails[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Lists the consultations that an account recorded. */
@Injectable()
export class ConsultationListService {
  constructor(
    private readonly database: Database,
    private readonly distribution: Distribution,
  ) {}

  /**
   * Returns a page of the caller's own consultations, last recorded first.
   * @throws BadRequestException if the cursor is invalid
   */
  async list(filter: ConsultationFilter, { userId }: Caller): Promise<ConsultationPage> {
    const { externalId, limit } = filter;
    const values = {
      accountId: userId,
      countries: await this.distribution.countriesOf(userId),
      patientId: filter.patientId ?? null,
      consultedFrom: filter.consultedFrom?.toISOString() ?? null,
      consultedBefore: filter.consultedBefore?.toISOString() ?? null,
      recordedFrom: filter.recordedFrom?.toISOString() ?? null,
      recordedBefore: filter.recordedBefore?.toISOString() ?? null,
      ...idRangeOf(filter),
      limit: limit + 1,
    };
    const rows = await (externalId === undefined
      ? this.database.rows(LIST_CONSULTATIONS, values)
      : this.database.rows(LIST_CONSULTATIONS_BY_EXTERNAL_ID, { ...values, externalId }));
    const { listed, lastBeforeNext } = takePage(rows, limit);
    return { consultations: listed, nextCursor: lastBeforeNext?.id ?? null };
  }
}

/** An id is created at most this long before or after `recorded_at`: far longer than a transaction lasts. */
const SLACK_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the range of ids that can match a filter, so that only this part of the index is read. An id begins with the
 * time of its creation, and a consultation is recorded at most a day before it takes place.
 */
function idRangeOf({ consultedFrom, recordedFrom, recordedBefore, cursor }: ConsultationFilter) {
  const fromIds = [
    ...(recordedFrom ? [firstIdAt(recordedFrom.getTime() - SLACK_MS)] : []),
    ...(consultedFrom ? [firstIdAt(consultedFrom.getTime() - 2 * SLACK_MS)] : []),
  ];
  const beforeIds = [
    ...(recordedBefore ? [firstIdAt(recordedBefore.getTime() + SLACK_MS)] : []),
    ...(cursor === undefined || cursor === null ? [] : [parseCursor(cursor)]),
  ];
  return { fromId: fromIds.sort().at(-1) ?? null, beforeId: beforeIds.sort()[0] ?? null };
}

function parseCursor(cursor: string): string {
  if (isUuid(cursor)) return cursor.toLowerCase();
  throw invalidCursor();
}
