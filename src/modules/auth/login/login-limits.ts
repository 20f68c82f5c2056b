import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { CallerAddresses } from '../../../platform/http/address';
import { AddressLimit } from '../../../platform/limits/address-limit';
import { RateLimits } from '../../../platform/limits/rate-limits';

/** The two requests of a login. */
export type LoginStep = 'start' | 'callback';

/** Limits how often each network starts logins, and how often it returns from the portal, each per minute. */
@Injectable()
export class LoginLimits {
  private readonly addresses: CallerAddresses;
  private readonly limits: Readonly<Record<LoginStep, AddressLimit>>;

  constructor(@Inject(ENVIRONMENT) environment: Environment, limits: RateLimits) {
    const perMinute = environment.LOGIN_ATTEMPTS_PER_MINUTE;
    this.addresses = new CallerAddresses(environment);
    this.limits = {
      start: new AddressLimit(
        limits.perMinute('logins', perMinute),
        (seconds) => `Too many sign-ins were begun from here. Please wait ${seconds} seconds.`,
      ),
      callback: new AddressLimit(
        limits.perMinute('login callbacks', perMinute),
        (seconds) =>
          `Too many sign-ins were finished from here. Please wait ${seconds} seconds, then reload this page.`,
      ),
    };
  }

  /** @throws TooManyRequestsException if the network has reached its limit */
  count(step: LoginStep, request: IncomingMessage): Promise<void> {
    return this.limits[step].consume(this.addresses.of(request));
  }
}
