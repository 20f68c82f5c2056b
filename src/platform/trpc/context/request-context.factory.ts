import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import Negotiator from 'negotiator';
import { CallerAddresses } from '../../http/address';
import { CallerResolver } from '../../access/caller';
import { exchangeOf } from '../../access/http-exchange';
import { ENVIRONMENT } from '../../config/config.module';
import { Database } from '../../database/database';
import type { Environment } from '../../config/environment';
import { requestIdOf } from '../../logging/request-id';
import { RequestContext } from './request-context';

/** Creates the context of each request. */
@Injectable()
export class RequestContextFactory {
  private readonly addresses: CallerAddresses;

  constructor(
    private readonly resolver: CallerResolver,
    @Inject(ENVIRONMENT) environment: Environment,
    /** Knows whether callers can be resolved. */
    readonly database: Database,
  ) {
    this.addresses = new CallerAddresses(environment);
  }

  /** Returns the caller's network address, with trusted proxies resolved. */
  addressOf(request: IncomingMessage): string {
    return this.addresses.of(request);
  }

  create(request: IncomingMessage, response: ServerResponse): RequestContext {
    return new RequestContext(
      {
        requestId: requestIdOf(request),
        address: this.addressOf(request),
        // `*` means any language.
        languages: new Negotiator(request).languages().filter((tag) => tag !== '*'),
        exchange: exchangeOf(request, response),
      },
      this.resolver,
    );
  }
}
