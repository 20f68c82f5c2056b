import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { ContextOptions, TRPCContext } from 'nestjs-trpc';
import type { Account } from '../../../src/modules/auth/accounts/account.entity';

/** The context of a request, with the account once a middleware has found it. */
export interface IdiomaticContext extends Record<string, unknown> {
  readonly request: IncomingMessage;
  readonly account: Account;
}

@Injectable()
export class RequestContext implements TRPCContext {
  create({ req }: ContextOptions): Record<string, unknown> {
    return { request: req };
  }
}
