import { integer } from './setting-types';

/** Settings of the end of a process. */
export const shutdownSettings = {
  SHUTDOWN_DELAY_SECONDS: integer(0, 600)
    .default(0)
    .describe(
      'time after `SIGTERM` in which `/readyz` returns 503 and requests are still accepted, so that a load balancer stops sending them; longer than its check interval',
    ),
} as const;
