import { ServiceUnavailableException } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import { InvalidTokenException, LoginRequiredException } from '../../access/access-refusals';
import type { Database } from '../../database/database';
import { DatabaseUnavailableException } from '../../database/database-unavailable.exception';
import { findUnavailability } from '../../database/unavailability';
import { CallInProgressException } from '../../idempotency/call-in-progress.exception';
import type { RequestContext } from '../context/request-context';
import type { CallResult } from './response';

/** Of calls that get the alternative. */
const UNANSWERED = [
  DatabaseUnavailableException,
  CallInProgressException,
  LoginRequiredException,
  InvalidTokenException,
  // The portal does not say whether a token is valid.
  ServiceUnavailableException,
];

/** Time between checks whether the database still answers. */
const CHECK_INTERVAL_MS = 100;

/**
 * Returns the result of a call, or that of an alternative that needs neither database nor caller: if the database does not answer, if
 * the session or token is not valid, or if an earlier call has the idempotency key, which it keeps for a minute if its process has ended.
 * @param alternative resolves to undefined if there is no such result
 */
export async function answerWithoutCaller(
  call: Promise<CallResult>,
  database: Pick<Database, 'isAnswering'>,
  alternative: () => Promise<CallResult | undefined>,
): Promise<CallResult> {
  const isFinished = await finishesBeforeOutage(call, database);
  if (isFinished && !isUnanswered(await call)) return call;
  // If the database answers again, the call goes on and stores what it would have stored.
  return (await alternative()) ?? call;
}

/** Returns whether it is known who the caller is; not if the database does not answer, or the session or token is not valid. */
export async function isCallerKnown(
  context: RequestContext,
  database: Pick<Database, 'isAnswering'>,
): Promise<boolean> {
  const caller = context.resolveCaller();
  if (!(await finishesBeforeOutage(caller, database))) return false;
  return caller.then(
    () => true,
    (error: unknown) => !findUnavailability(error) && !isRefusal(error),
  );
}

/** Resolves to true when the promise is settled, and to false if the database stops answering before. */
async function finishesBeforeOutage(
  call: Promise<unknown>,
  database: Pick<Database, 'isAnswering'>,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const outage = new Promise<boolean>((resolve) => {
    const checkLater = () => {
      timer = setTimeout(() => {
        if (database.isAnswering) checkLater();
        else resolve(false);
      }, CHECK_INTERVAL_MS);
    };
    checkLater();
  });
  const settled = call.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, outage]).finally(() => {
    clearTimeout(timer);
  });
}

function isUnanswered(result: CallResult): boolean {
  const cause = !result.ok && result.error instanceof TRPCError ? result.error.cause : undefined;
  return isRefusal(cause);
}

function isRefusal(error: unknown): boolean {
  return UNANSWERED.some((refusal) => error instanceof refusal);
}
