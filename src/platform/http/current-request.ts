import type { IncomingMessage } from 'node:http';
import { type Store, storage } from 'nestjs-pino/storage';

const requests = new WeakMap<Store, IncomingMessage>();

/** Remembers the request of a log store, which `AsyncLocalStorage` hands to all code that the request runs. */
export function rememberRequest(store: Store, request: IncomingMessage): void {
  requests.set(store, request);
}

/** Returns the request that the running code is part of, or undefined outside of requests. */
export function currentRequest(): IncomingMessage | undefined {
  const store = storage.getStore();
  return store && requests.get(store);
}
