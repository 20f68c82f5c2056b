import { Injectable } from '@nestjs/common';
import type { MiddlewareOptions, MiddlewareResponse, TRPCMiddleware } from 'nestjs-trpc';
import { FairTurns } from '../limits/fair-turns';
import type { RequestContext } from './context/request-context';

/**
 * Runs a procedure with the turns of its caller, which `AccessGuard` has set, so that long lists and many statements of one
 * caller do not delay others.
 */
@Injectable()
export class CallerTurns implements TRPCMiddleware {
  constructor(private readonly turns: FairTurns) {}

  use({ ctx: { caller, address }, next }: MiddlewareOptions<RequestContext>): MiddlewareResponse {
    return this.turns.run({ accountId: caller?.userId ?? null, address }, () => next());
  }
}
