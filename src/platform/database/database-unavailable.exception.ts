import { HttpException, HttpStatus } from '@nestjs/common';
import { RetryableException } from '../limits/retryable.exception';
import { databaseRefusals } from './database-metrics';
import { logRefusal } from './refusal-log';
import { isRolledBack } from './rolled-back';
import { type Unavailability, findUnavailability } from './unavailability';

/** Time after which a caller should try again. The database is probed more often. */
const RETRY_AFTER_SECONDS: Readonly<Record<Unavailability, number>> = { away: 2, busy: 1 };

/** What a call that failed may have changed. */
export interface Outcome {
  readonly mayBeRecorded: boolean;
  /** Whether the call changes data in one transaction only, so that it changed nothing if that was rolled back; by default it does not. */
  readonly isOneTransaction?: boolean | undefined;
  /** Whether the same `Idempotency-Key` or `externalId` keeps a retry from being recorded twice; by default it does. */
  readonly storesRetries?: boolean | undefined;
}

/** HTTP 503: the database is unavailable. The response has a `Retry-After` header. */
export class DatabaseUnavailableException extends RetryableException {
  /** Whole seconds. */
  readonly retryAfterSeconds: number;

  constructor(
    readonly unavailability: Unavailability,
    { mayBeRecorded, storesRetries = true, cause }: Outcome & { cause?: unknown },
  ) {
    const seconds = RETRY_AFTER_SECONDS[unavailability];
    const text = mayBeRecorded ? unknownOutcome(seconds, storesRetries) : notDone(unavailability, seconds);
    super(text, HttpStatus.SERVICE_UNAVAILABLE, { cause });
    this.retryAfterSeconds = seconds;
  }
}

/**
 * Returns the exception for the caller of an error that shows that the database is unavailable; undefined for any other error.
 * @param outcome what the call may have changed before it failed
 */
export function toDatabaseUnavailable(
  error: unknown,
  { mayBeRecorded = false, isOneTransaction = false, storesRetries }: Partial<Outcome> = {},
): DatabaseUnavailableException | undefined {
  // Converted before.
  if (error instanceof HttpException) return undefined;
  const unavailability = findUnavailability(error);
  if (!unavailability) return undefined;
  logRefusal(error, unavailability);
  databaseRefusals.add({ reason: unavailability });
  return new DatabaseUnavailableException(unavailability, {
    mayBeRecorded: mayBeRecorded && !(isOneTransaction && isRolledBack(error)),
    storesRetries,
    cause: error,
  });
}

function notDone(unavailability: Unavailability, seconds: number): string {
  return unavailability === 'away'
    ? `The database does not answer, and this attempt changed nothing; try again in ${seconds} seconds`
    : `The database is busy, and this attempt changed nothing; try again in ${plural(seconds)}`;
}

/** An answer of the database may have been lost, or a part of the call may have been stored before. */
function unknownOutcome(seconds: number, storesRetries: boolean): string {
  if (!storesRetries)
    return `The database did not confirm this: it may have been done all the same; try again in ${plural(seconds)}`;
  return (
    `The database did not confirm this: it may have been recorded. Send it again in ${plural(seconds)} ` +
    'with the same Idempotency-Key or externalId: it is then recorded once'
  );
}

function plural(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
