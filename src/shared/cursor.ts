import { BadRequestException } from '@nestjs/common';

/**
 * Returns the first `limit` of `limit + 1` rows that were read, and the last of them if there is a next page.
 */
export function takePage<Row>(rows: readonly Row[], limit: number): { listed: Row[]; lastBeforeNext?: Row } {
  const listed = rows.slice(0, limit);
  const last = listed.at(-1);
  return rows.length > limit && last !== undefined ? { listed, lastBeforeNext: last } : { listed };
}

/** Creates the error for a cursor that the platform has not returned. */
export function invalidCursor(): BadRequestException {
  return new BadRequestException('cursor: expected nextCursor of the page before');
}
