import { integer } from './setting-types';

/** Settings of the sessions of people. */
export const sessionSettings = {
  SESSION_ABSOLUTE_MINUTES: integer(1, 43_200)
    .default(720)
    .describe('time from login to the end of a session'),
  SESSION_IDLE_MINUTES: integer(1, 43_200)
    .default(120)
    .describe('time without a call after which a session ends'),
  SESSIONS_PER_ACCOUNT: integer(1, 1_000)
    .default(10)
    .describe('maximum number of sessions of an account; a login above it ends the oldest'),
} as const;
