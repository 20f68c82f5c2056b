import { HttpException, Injectable } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import type { MiddlewareOptions, MiddlewareResponse, TRPCMiddleware } from 'nestjs-trpc';
import type { ProcedureContract } from '../../contract/contract';
import { type Outcome, toDatabaseUnavailable } from '../../database/database-unavailable.exception';
import { runDatabaseWork } from '../../database/database-work';
import type { ProcedureMeta } from '../procedure.decorator';
import { codeOfStatus } from './error-codes';

type Meta = Partial<ProcedureMeta> | undefined;
type Options = MiddlewareOptions<object, Record<string, unknown>, Meta>;

/**
 * Runs a procedure with the database connections of its kind of work, and converts Nest's exceptions to tRPC errors. The first
 * middleware, so that it also gets the errors of later ones. A tRPC middleware of nestjs-trpc, not a Nest guard.
 */
@Injectable()
export class NestExceptionGuard implements TRPCMiddleware<Meta> {
  async use({ meta, next }: Options): MiddlewareResponse {
    const contract = meta?.contract;
    const result = await runDatabaseWork(contract?.work ?? 'interactive', () => next());
    if (result.ok) return result;
    return { ...result, error: fromNestException(result.error, outcomeOf(contract)) };
  }
}

/** Returns what a call of a procedure that failed may have changed. A failed call of a `lease` leaves no stored response. */
export function outcomeOf(contract: ProcedureContract | undefined): Outcome {
  const storesRetries = contract?.idempotency === 'transaction';
  const changesData = contract?.idempotency !== 'none' || contract.endsSession;
  return {
    mayBeRecorded: contract?.kind === 'mutation' && changesData,
    isOneTransaction: contract?.idempotency !== 'lease',
    storesRetries,
  };
}

/**
 * Converts a Nest exception, or an error of an unavailable database, to a tRPC error. Returns any other error unchanged.
 * @param outcome what the call may have changed before it failed
 */
export function fromNestException(error: unknown, outcome?: Outcome): unknown {
  const original = error instanceof TRPCError ? (error.cause ?? error) : error;
  const cause = toDatabaseUnavailable(original, outcome) ?? original;
  if (!(cause instanceof HttpException)) return error;
  return new TRPCError({ code: codeOfStatus(cause.getStatus()), message: cause.message, cause });
}
