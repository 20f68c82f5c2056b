import { Database } from '../../../src/platform/database/database';
import { findLateDeadlockTimeout } from '../../../src/platform/database/deadlock-timeout';
import { suitePlatform } from '../../support/platform';

/** Of the embedded database. */
const DEADLOCK_TIMEOUT_MS = 300;

describe('findLateDeadlockTimeout', () => {
  const platform = suitePlatform();

  const find = (lockTimeoutMs: number) =>
    findLateDeadlockTimeout(platform.app.get(Database), { DATABASE_LOCK_TIMEOUT_MS: lockTimeoutMs });

  it('returns a warning if the database looks for deadlocks no earlier than a statement gives up', async () => {
    for (const lockTimeoutMs of [DEADLOCK_TIMEOUT_MS, 200]) {
      expect(await find(lockTimeoutMs)).toMatch(
        `deadlock_timeout of the database is 300 ms, and not less than DATABASE_LOCK_TIMEOUT_MS (${lockTimeoutMs} ms)`,
      );
    }
  });

  it('returns nothing if it looks for them before', async () => {
    expect(await find(DEADLOCK_TIMEOUT_MS + 1)).toBeUndefined();
  });
});
