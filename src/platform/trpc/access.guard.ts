import { Injectable } from '@nestjs/common';
import type { MiddlewareOptions, MiddlewareResponse, TRPCMiddleware } from 'nestjs-trpc';
import { assertAccess } from '../access/assert-access';
import { AuditedCalls } from '../audit/audited-calls.service';
import { CallLimits } from '../limits/call-limits';
import type { ProcedureMeta } from './procedure.decorator';
import { RequestContext } from './context/request-context';

/**
 * Checks access on every path to a procedure; for streamed batches it is the only check, and it also takes their turns and writes
 * their audit events.
 * A procedure without a contract is denied to all callers. A tRPC middleware of nestjs-trpc, not a Nest guard.
 */
@Injectable()
export class AccessGuard implements TRPCMiddleware<Partial<ProcedureMeta> | undefined> {
  constructor(
    private readonly audited: AuditedCalls,
    private readonly limits: CallLimits,
  ) {}

  async use(
    options: MiddlewareOptions<object, Record<string, unknown>, Partial<ProcedureMeta> | undefined>,
  ): MiddlewareResponse {
    const { ctx, meta, next, path, getRawInput } = options;
    if (!(ctx instanceof RequestContext)) throw new TypeError('the context was not made by the transport');
    const caller = await ctx.resolveCaller();
    assertAccess(meta?.contract?.access, caller);
    const contract = meta?.contract;
    // Not `next({ ctx })`, which copies the context for each call.
    ctx.caller = caller;
    if (!ctx.isForwarded || !contract) return next();
    if (!contract.limitsItself) await this.limits.takeTurn(caller?.userId, ctx);
    const result = await next();
    if (result.ok && this.audited.isAudited(contract))
      await this.audited.record({ path, contract, caller, input: await getRawInput(), output: result.data });
    // The adapter serializes and sends each result by itself, which takes longer than most calls.
    await this.limits.takeTurnForResult(caller?.userId, ctx);
    return result;
  }
}
