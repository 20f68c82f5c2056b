import type { IncomingMessage } from 'node:http';
import { type Store, storage } from 'nestjs-pino/storage';
import type { Logger } from 'pino';
import { requestIdOf } from '../logging/request-id';

/** What `AsyncLocalStorage` hands to all code that a request runs. It creates its logger at the first use: most requests need none. */
export class RequestStore implements Store {
  private created: Logger | undefined;

  constructor(
    private readonly parent: Logger,
    readonly request: IncomingMessage,
  ) {}

  get logger(): Logger {
    return (this.created ??= this.parent.child({ requestId: requestIdOf(this.request) }));
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
