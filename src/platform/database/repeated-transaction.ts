import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database';
import { isDeadlock } from './send-query';

const MAX_ATTEMPTS = 5;

/** Pauses after a deadlock. The other transaction takes the lock meanwhile: an attempt at once would take it again. */
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 100;

/**
 * Repeats the work of one transaction that PostgreSQL ended because it and another one waited for each other.
 *
 * Work in a shared transaction is repeated with the whole of it: a transaction that waits for a released savepoint continues only when
 * the whole transaction has ended.
 * @param isOutdated whether an error of the work shows that it has to read again what another transaction has changed
 */
export async function repeatTransaction<T>(
  database: Pick<Database, 'isInSharedTransaction'>,
  work: () => Promise<T>,
  isOutdated: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const hasDeadlocked = isDeadlock(error);
      const canRepeat = hasDeadlocked ? !database.isInSharedTransaction : isOutdated(error);
      if (!canRepeat || attempt === MAX_ATTEMPTS) throw error;
      // Of several that deadlock with each other, each has another pause.
      if (hasDeadlocked) await wait(MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS));
    }
  }
}
