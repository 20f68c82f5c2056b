import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal | undefined>();

/** Runs work whose turns fail with the signal's reason once it is aborted: the work ends at the next one. */
export function runUntilAborted<T>(signal: AbortSignal, work: () => T): T {
  return signals.run(signal, work);
}

/** Runs work whose result others may wait for: it goes on although the running work is aborted. */
export function runForOthers<T>(work: () => T): T {
  return signals.getStore() ? signals.run(undefined, work) : work();
}

/** Returns the signal that ends the running work; undefined if it runs to its end. */
export function currentSignal(): AbortSignal | undefined {
  return signals.getStore();
}
