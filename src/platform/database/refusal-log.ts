import { Logger } from '@nestjs/common';
import { workOfError } from './database-work';
import { outsideOfRequests } from '../limits/outside-of-requests';
import { type Unavailability, codeOf } from './unavailability';

/** Time in which refusals with the same reason are one line. */
const INTERVAL_MS = 5_000;

interface Refusals {
  loggedAt: number;
  /** Since the last line. */
  count: number;
}

const logger = new Logger('Database');
const refusals = new Map<string, Refusals>();

/**
 * Logs that calls were refused because the database is busy: the first one at once, the others together every five seconds. An
 * outage has its own lines, at its beginning and its end.
 */
export function logRefusal(error: unknown, unavailability: Unavailability): void {
  if (unavailability === 'away') return;
  const pool = workOfError(error);
  const reason = `${pool} ${codeOf(error) ?? (error instanceof Error ? error.name : typeof error)}`;
  const known = refusals.get(reason) ?? { loggedAt: -Infinity, count: 0 };
  refusals.set(reason, known);
  known.count += 1;
  const now = performance.now();
  if (now - known.loggedAt < INTERVAL_MS) return;
  const { count: calls } = known;
  Object.assign(known, { loggedAt: now, count: 0 });
  outsideOfRequests(() => {
    logger.warn({ err: error, pool, calls }, 'calls were refused because the database is busy');
  });
}
