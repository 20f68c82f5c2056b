import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs work outside of the request and the transaction of the running code: it logs without a request id, and its statements
 * join no shared transaction.
 */
export const outsideOfRequests = AsyncLocalStorage.snapshot();
