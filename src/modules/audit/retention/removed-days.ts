import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { LIST_REMOVED_DAYS } from './removed-days.sql';

export type RemovedDay = z.output<typeof LIST_REMOVED_DAYS.row>;

/**
 * Returns the SHA-256 of all removed days of a country, oldest first. The event of each removal has it, so that the heads that
 * were kept are in the chain of the day of the removal.
 */
export function digestOfRemovedDays(days: readonly RemovedDay[]): string {
  const hash = createHash('sha256');
  for (const { country, day, number, digest, events, removedAtMicros } of days)
    hash.update(`${country} ${day} ${number} ${digest.toString('hex')} ${events} ${removedAtMicros}\n`);
  return hash.digest('hex');
}
