import { HttpException } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import { refusalDetailsOf } from '../../access/access-refusals';
import { numberOfCode, statusOfCode } from './error-codes';
import type { ErrorShape } from '../../contract/error-shape';
import { internalErrorMessage } from '../../logging/request-id';
import { inputProblems } from './input-problems';

/** Returns the error body for the caller. Internal errors get a fixed message. */
export function errorShape(error: unknown, path: string | undefined, requestId: string): ErrorShape {
  const code = error instanceof TRPCError ? error.code : 'INTERNAL_SERVER_ERROR';
  const rpc = numberOfCode(code);
  return {
    message: messageFor(error, requestId),
    code: rpc,
    data: { code, httpStatus: statusOfCode(code), path, rpc, ...refusalDetailsOf(causeOf(error)) },
  };
}

function causeOf(error: unknown): unknown {
  return error instanceof TRPCError ? error.cause : undefined;
}

function messageFor(error: unknown, requestId: string): string {
  if (!isForCaller(error)) return internalErrorMessage(requestId);
  if (error.code === 'INTERNAL_SERVER_ERROR') return `${error.message} (request ${requestId})`;
  return (error.code === 'BAD_REQUEST' && inputProblems(error.cause)) || error.message;
}

/** Returns whether an error's message was written for the caller. Any other is only logged. */
export function isForCaller(error: unknown): error is TRPCError {
  if (!(error instanceof TRPCError)) return false;
  return error.code !== 'INTERNAL_SERVER_ERROR' || error.cause instanceof HttpException;
}

/**
 * Serializes an error. `code` is the documented string; for tRPC clients, superjson replaces it by the number in `data.rpc`.
 */
export function serializeError({ message, data }: ErrorShape): object {
  return {
    json: { code: data.code, message, data },
    meta: { referentialEqualities: { 'data.rpc': ['code'] }, v: 1 },
  };
}
