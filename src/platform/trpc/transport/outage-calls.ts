import { TRPCError } from '@trpc/server';
import type { Database } from '../../database/database';
import { DatabaseUnavailableException } from '../../database/database-unavailable.exception';
import { findUnavailability } from '../../database/unavailability';
import type { RequestContext } from '../context/request-context';
import type { CallResult } from './response';

/** Time between checks whether the database still answers. */
const CHECK_INTERVAL_MS = 100;

/**
 * Returns the result of a call, or that of an alternative that needs no database, if the database does not answer.
 * @param alternative resolves to undefined if there is no such result
 */
export async function answerInOutage(
  call: Promise<CallResult>,
  database: Pick<Database, 'isAnswering'>,
  alternative: () => Promise<CallResult | undefined>,
): Promise<CallResult> {
  const isFinished = await finishesBeforeOutage(call, database);
  if (isFinished && !isUnavailable(await call)) return call;
  // If the database answers again, the call goes on and stores what it would have stored.
  return (await alternative()) ?? call;
}

/** Returns the context of a call; one without a caller if the database does not tell who the caller is. */
export async function withoutCallerInOutage(
  context: RequestContext,
  database: Pick<Database, 'isAnswering'>,
): Promise<RequestContext> {
  const caller = context.resolveCaller();
  if (!(await finishesBeforeOutage(caller, database))) return context.inOutage();
  const failure: unknown = await caller.then(
    () => undefined,
    (error: unknown) => error,
  );
  return findUnavailability(failure) ? context.inOutage() : context;
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

function isUnavailable(result: CallResult): boolean {
  const cause = !result.ok && result.error instanceof TRPCError ? result.error.cause : undefined;
  return cause instanceof DatabaseUnavailableException;
}
