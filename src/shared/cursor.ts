import { BadRequestException } from '@nestjs/common';

/** The first `limit` of rows that were read one beyond it, and the last of them where a page follows. */
export function pageOf<Row>(rows: readonly Row[], limit: number): { listed: Row[]; lastBeforeNext?: Row } {
  const listed = rows.slice(0, limit);
  const last = listed.at(-1);
  return rows.length > limit && last !== undefined ? { listed, lastBeforeNext: last } : { listed };
}

/** Of a cursor that no page has given. */
export function noSuchPage(): BadRequestException {
  return new BadRequestException('cursor: expected nextCursor of the page before');
}
