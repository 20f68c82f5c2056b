import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Environment } from '../config/environment';
import { CallerAddresses } from '../http/address';
import { type CallLimits, type CountedCalls, ONE_CALL } from '../limits/call-limits';
import { COUNTED_AS } from './counted-as';

/** Counts each request of a plain route from its address, as the transport counts procedures. Accounts: `RouteCallers`. */
export class CallLimitGuard implements CanActivate {
  private readonly reflector = new Reflector();
  private readonly addresses: CallerAddresses;

  constructor(
    private readonly limits: CallLimits,
    environment: Environment,
  ) {
    this.addresses = new CallerAddresses(environment);
  }

  /** @throws TooManyRequestsException if the address has reached its limit */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const calls = this.reflector.getAllAndOverride<CountedCalls | null | undefined>(COUNTED_AS, targets);
    if (calls === null) return true;
    const http = context.switchToHttp();
    const address = this.addresses.of(http.getRequest<Request>());
    await this.limits.countFromAddress(http.getResponse<Response>(), address, calls ?? ONE_CALL);
    return true;
  }
}
