import { HttpException, Injectable } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import type { MiddlewareOptions, MiddlewareResponse, TRPCMiddleware } from 'nestjs-trpc';
import { codeOfStatus } from './error-codes';

/**
 * Converts Nest's exceptions to tRPC errors. The first middleware, so that it also gets the errors of later ones. A tRPC
 * middleware of nestjs-trpc, not a Nest guard.
 */
@Injectable()
export class NestExceptionGuard implements TRPCMiddleware {
  async use({ next }: MiddlewareOptions): MiddlewareResponse {
    const result = await next();
    if (result.ok) return result;
    return { ...result, error: fromNestException(result.error) };
  }
}

/** Converts a Nest exception to a tRPC error. Returns any other error unchanged. */
export function fromNestException(error: unknown): unknown {
  const cause = error instanceof TRPCError ? error.cause : error;
  if (!(cause instanceof HttpException)) return error;
  return new TRPCError({ code: codeOfStatus(cause.getStatus()), message: cause.message, cause });
}
