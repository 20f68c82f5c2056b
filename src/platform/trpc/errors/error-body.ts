import { HttpException } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import { numberOfCode, statusOfCode } from './error-codes';
import type { ErrorShape } from '../../contract/error-shape';
import { unexpectedFailure } from '../../logging/request-id';
import { inputProblems } from './input-problems';

/** What an error says to the caller. What was not written for the caller stays inside. */
export function errorShape(error: unknown, path: string | undefined, requestId: string): ErrorShape {
  const code = error instanceof TRPCError ? error.code : 'INTERNAL_SERVER_ERROR';
  const rpc = numberOfCode(code);
  return {
    message: messageFor(error, requestId),
    code: rpc,
    data: { code, httpStatus: statusOfCode(code), path, rpc },
  };
}

function messageFor(error: unknown, requestId: string): string {
  if (!isForCaller(error)) return unexpectedFailure(requestId);
  if (error.code === 'INTERNAL_SERVER_ERROR') return `${error.message} (request ${requestId})`;
  return (error.code === 'BAD_REQUEST' && inputProblems(error.cause)) || error.message;
}

/** Whether an error's text was written for the caller; any other belongs in the log alone. */
export function isForCaller(error: unknown): error is TRPCError {
  if (!(error instanceof TRPCError)) return false;
  return error.code !== 'INTERNAL_SERVER_ERROR' || error.cause instanceof HttpException;
}

/**
 * Writes an error so that every reader understands it: the documented string stands in `code`, and superjson puts
 * the number that tRPC clients require in its place.
 */
export function serializeError({ message, data }: ErrorShape): object {
  return {
    json: { code: data.code, message, data },
    meta: { referentialEqualities: { 'data.rpc': ['code'] }, v: 1 },
  };
}
