import { HttpException, Injectable } from '@nestjs/common';
import { TRPCError } from '@trpc/server';
import type { MiddlewareOptions, MiddlewareResponse, TRPCMiddleware } from 'nestjs-trpc';
import { codeOfStatus } from './error-codes';

/** Maps Nest's exceptions onto tRPC's codes. Comes first: a later middleware's failure reaches it as a result too. */
@Injectable()
export class NestExceptionGuard implements TRPCMiddleware {
  async use({ next }: MiddlewareOptions): MiddlewareResponse {
    const result = await next();
    if (result.ok) return result;
    return { ...result, error: fromNestException(result.error) };
  }
}

/** The tRPC error of a Nest exception; any other error as it is. */
export function fromNestException(error: unknown): unknown {
  const cause = error instanceof TRPCError ? error.cause : error;
  if (!(cause instanceof HttpException)) return error;
  return new TRPCError({ code: codeOfStatus(cause.getStatus()), message: cause.message, cause });
}
