import { integer } from './setting-types';

/** How long a call waits for the database before it is refused. Together, they keep a refusal under two seconds. */
export const databaseLimitSettings = {
  DATABASE_CONNECT_TIMEOUT_MS: integer(100, 600_000)
    .default(1_000)
    .describe(
      'time limit for opening a database connection or waiting for a free one; then the call gets 503',
    ),
  DATABASE_LOCK_TIMEOUT_MS: integer(10, 600_000)
    .default(800)
    .describe('time limit for waiting for a lock of another transaction; then the call gets 503'),
  DATABASE_ANSWER_TIMEOUT_MS: integer(150, 600_000)
    .default(1_500)
    .describe(
      'time after which a database that sends nothing on any connection, also not on a new one, counts as away; time limit of the short statements that share a connection',
    ),
} as const;
