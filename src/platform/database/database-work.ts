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
