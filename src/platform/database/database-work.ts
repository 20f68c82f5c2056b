import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Kinds of work that share the connections to the database. `interactive` is what a person waits for: sign-in, chat, recording.
 * The others get a part of the pool each: `statistics` with exports, `bulk` for many records in one call, `fhir`.
 */
export type DatabaseWork = 'interactive' | 'statistics' | 'bulk' | 'fhir';

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
