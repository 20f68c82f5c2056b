import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Caller, CallerResolver } from '../access/caller';
import { exchangeOf } from '../access/http-exchange';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { CallerAddresses } from '../http/address';
import { CallLimits, ONE_CALL } from '../limits/call-limits';
import { FairTurns } from '../limits/fair-turns';
import type { WorkOwner } from '../limits/work-owner';

/** Identifies the callers of plain routes, counts the requests of their accounts, and gives them turns. */
@Injectable()
export class RouteCallers {
  private readonly addresses: CallerAddresses;

  constructor(
    private readonly callers: CallerResolver,
    private readonly limits: CallLimits,
    private readonly turns: FairTurns,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.addresses = new CallerAddresses(environment);
  }

  /**
   * Returns the caller as `CallerResolver.resolve`, when it is the caller's turn. Its further work takes turns. Call it once per request.
   * @param calls what the request counts as
   * @throws TooManyRequestsException if the account has reached its limit, or too many of its calls wait
   */
  async resolve(request: Request, response: Response, calls = ONE_CALL): Promise<Caller | null> {
    const caller = await this.callers.resolve(exchangeOf(request, response));
    if (caller) {
      const address = this.addresses.of(request);
      await this.limits.countOfAccount(response, caller.userId, { address, calls });
    }
    this.turns.setCaller(this.ownerOf(request, caller));
    await this.takeTurn(request, caller);
    return caller;
  }

  /** Returns when it is the turn of a caller's next piece of work: undefined for now. Throws as `FairTurns.take` does. */
  takeTurn(request: Request, caller: Caller | null): Promise<void> | undefined {
    return this.turns.take(this.ownerOf(request, caller));
  }

  private ownerOf(request: Request, caller: Caller | null): WorkOwner {
    return { accountId: caller?.userId ?? null, address: this.addresses.of(request) };
  }
}
