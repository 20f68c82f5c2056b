import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import Negotiator from 'negotiator';
import type { TRPCContext } from 'nestjs-trpc';
import { addressOf } from '../../http/address';
import { CallerResolver } from '../../access/caller';
import { exchangeOf } from '../../access/http-exchange';
import { ENVIRONMENT } from '../../config/config.module';
import type { Environment } from '../../config/environment';
import { requestIdOf } from '../../logging/request-id';
import { RequestContext } from './request-context';

/** Makes the context of a request, once, whether our handler or nestjs-trpc's adapter asks. */
@Injectable()
export class RequestContextFactory implements TRPCContext {
  private readonly contexts = new WeakMap<object, RequestContext>();

  constructor(
    private readonly resolver: CallerResolver,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  create({ req }: { req: object }): Record<string, unknown> {
    const context = this.contexts.get(req);
    if (!context) throw new TypeError('a streamed request that did not come through the wire');
    // nestjs-trpc asks for a record; tRPC takes any object, and AccessGuard checks that it is this one.
    return context as unknown as Record<string, unknown>;
  }

  of(request: IncomingMessage, response: ServerResponse): RequestContext {
    const known = this.contexts.get(request);
    if (known) return known;
    const context = new RequestContext(
      {
        requestId: requestIdOf(request),
        address: addressOf(request, this.environment.TRUST_PROXY),
        // `*` is no language: it says that any will do.
        languages: new Negotiator(request).languages().filter((tag) => tag !== '*'),
        exchange: exchangeOf(request, response),
      },
      this.resolver,
    );
    this.contexts.set(request, context);
    return context;
  }
}
