import { Injectable } from '@nestjs/common';
import type { MiddlewareOptions, MiddlewareResponse, TRPCMiddleware } from 'nestjs-trpc';
import { assertAccess } from '../access/assert-access';
import type { ProcedureMeta } from './procedure.decorator';
import { RequestContext } from './context/request-context';

/**
 * Checks access on every path to a procedure. A procedure without a contract is denied to all callers. A tRPC middleware of
 * nestjs-trpc, not a Nest guard.
 */
@Injectable()
export class AccessGuard implements TRPCMiddleware<Partial<ProcedureMeta> | undefined> {
  async use({
    ctx,
    meta,
    next,
  }: MiddlewareOptions<
    object,
    Record<string, unknown>,
    Partial<ProcedureMeta> | undefined
  >): MiddlewareResponse {
    if (!(ctx instanceof RequestContext)) throw new TypeError('the context was not made by the transport');
    const caller = await ctx.resolveCaller();
    assertAccess(meta?.contract?.access, caller);
    // Not `next({ ctx })`, which copies the context for each call.
    ctx.caller = caller;
    return next();
  }
}
