import { IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import Negotiator from 'negotiator';
import type { TRPCContext } from 'nestjs-trpc';
import { CallerAddresses } from '../../http/address';
import { CallerResolver } from '../../access/caller';
import { exchangeOf } from '../../access/http-exchange';
import { ENVIRONMENT } from '../../config/config.module';
import { Database } from '../../database/database';
import type { Environment } from '../../config/environment';
import { requestIdOf } from '../../logging/request-id';
import { RequestContext } from './request-context';

/** A property of the request: a WeakMap would hold a row for each request until the next full garbage collection. */
const CONTEXT = Symbol('request context');

declare module 'http' {
  interface IncomingMessage {
    [CONTEXT]?: RequestContext;
  }
}

/** Creates one context per request, for the transport handler and for nestjs-trpc's adapter. */
@Injectable()
export class RequestContextFactory implements TRPCContext {
  private readonly addresses: CallerAddresses;

  constructor(
    private readonly resolver: CallerResolver,
    @Inject(ENVIRONMENT) environment: Environment,
    /** Knows whether callers can be resolved. */
    readonly database: Database,
  ) {
    this.addresses = new CallerAddresses(environment);
  }

  create({ req }: { req: object }): Record<string, unknown> {
    const context = req instanceof IncomingMessage ? req[CONTEXT] : undefined;
    if (!context) throw new TypeError('a streamed request that did not come through the transport');
    // nestjs-trpc's type is a record, but tRPC takes any object. AccessGuard checks the class.
    return context as unknown as Record<string, unknown>;
  }

  /** Returns the caller's network address, with trusted proxies resolved. */
  addressOf(request: IncomingMessage): string {
    return this.addresses.of(request);
  }

  getOrCreate(request: IncomingMessage, response: ServerResponse): RequestContext {
    const existing = request[CONTEXT];
    if (existing) return existing;
    const context = new RequestContext(
      {
        requestId: requestIdOf(request),
        address: this.addressOf(request),
        // `*` means any language.
        languages: new Negotiator(request).languages().filter((tag) => tag !== '*'),
        exchange: exchangeOf(request, response),
      },
      this.resolver,
    );
    request[CONTEXT] = context;
    return context;
  }
}
