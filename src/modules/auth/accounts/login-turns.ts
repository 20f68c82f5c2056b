import { QueuedLimit } from '../../../platform/limits/queued-limit';

/** About as long as a slow database makes a login wait before it is refused. */
const MAX_WAIT_MS = 5_000;

/**
 * Returns turns for what locks an account at its logins, in this process. Without them, logins of one account at once would wait
 * for each other in the database, each with a connection, and some too long.
 */
export function createLoginTurns(): QueuedLimit {
  return new QueuedLimit({
    content: 'logins',
    perKey: 1,
    inAll: Infinity,
    waiting: { perKey: 200, inAll: Infinity, maxMs: MAX_WAIT_MS },
  });
}
