import type { IncomingMessage } from 'node:http';
import { type Store, storage } from 'nestjs-pino/storage';
import type { Logger } from 'pino';
import { accountFields } from '../logging/account-pseudonyms';
import { requestIdOf } from '../logging/request-id';

/** What `AsyncLocalStorage` hands to all code that a request runs. It creates its logger at the first use: most requests need none. */
export class RequestStore implements Store {
  private created: Logger | undefined;
  /** Of the logger. */
  private account: string | undefined;

  constructor(
    private readonly parent: Logger,
    readonly request: IncomingMessage,
  ) {}

  get logger(): Logger {
    const { account } = accountFields(this.request);
    // The account may become known after the first line.
    if (this.created && this.account === account) return this.created;
    this.account = account;
    const fields = { requestId: requestIdOf(this.request), ...accountFields(this.request) };
    return (this.created = this.parent.child(fields));
  }

  set logger(logger: Logger) {
    this.created = logger;
  }
}

/** Returns the request that the running code is part of, or undefined outside of requests. */
export function currentRequest(): IncomingMessage | undefined {
  const store = storage.getStore();
  return store instanceof RequestStore ? store.request : undefined;
}
