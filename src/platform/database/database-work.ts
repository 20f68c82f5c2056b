import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseWork } from '../contract/database-work';

const storage = new AsyncLocalStorage<DatabaseWork>();

/** Runs code whose connections count as this kind of work. */
export function runDatabaseWork<T>(work: DatabaseWork, run: () => T): T {
  // Most requests are interactive: they need no store.
  return work === 'interactive' ? run() : storage.run(work, run);
}

/** Returns the kind of work of the running code. */
export function currentDatabaseWork(): DatabaseWork {
  return storage.getStore() ?? 'interactive';
}

const worksOfErrors = new WeakMap<object, DatabaseWork>();

/** Returns the value, and remembers in which kind of work it failed for the code that logs errors, which runs outside of it. */
export async function rememberWorkOfError<T>(value: Promise<T>): Promise<T> {
  try {
    return await value;
  } catch (error) {
    if (error instanceof Error && !worksOfErrors.has(error)) worksOfErrors.set(error, currentDatabaseWork());
    throw error;
  }
}

/** Returns the kind of work in which a statement or transaction failed; of the running code for any other error. */
export function workOfError(error: unknown): DatabaseWork {
  return (error instanceof Error && worksOfErrors.get(error)) || currentDatabaseWork();
}
