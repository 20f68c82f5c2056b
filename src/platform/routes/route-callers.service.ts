import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Caller, CallerResolver } from '../access/caller';
import { exchangeOf } from '../access/http-exchange';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { CallerAddresses } from '../http/address';
import { CallLimits, ONE_CALL } from '../limits/call-limits';

/** Identifies the callers of plain routes, and counts the requests of their accounts. */
@Injectable()
export class RouteCallers {
  private readonly addresses: CallerAddresses;

  constructor(
    private readonly callers: CallerResolver,
    private readonly limits: CallLimits,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.addresses = new CallerAddresses(environment);
  }

  /**
   * Returns the caller as `CallerResolver.resolve`. Call it once per request.
   * @param calls what the request counts as
   * @throws TooManyRequestsException if the account has reached its limit
   */
  async resolve(request: Request, response: Response, calls = ONE_CALL): Promise<Caller | null> {
    const caller = await this.callers.resolve(exchangeOf(request, response));
    if (caller) {
      const address = this.addresses.of(request);
      await this.limits.countOfAccount(response, caller.userId, { address, calls });
    }
    return caller;
  }
}
