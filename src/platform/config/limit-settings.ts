import { z } from 'zod';
import { integer } from './setting-types';

/** Limits of callers. */
export const limitSettings = {
  CALLS_PER_MINUTE_PER_ADDRESS: integer(1, 1_000_000_000)
    .optional()
    .describe(
      'maximum calls per minute from one network address; 6,000 if unset, and none for callers on the same machine',
    ),
  CALLS_PER_MINUTE_PER_ACCOUNT: integer(1, 1_000_000_000)
    .optional()
    .describe(
      'maximum calls per minute of one account; 30,000 if unset, and none for callers on the same machine',
    ),
  CONNECTIONS_PER_ADDRESS: integer(1, 1_000_000)
    .default(6_000)
    .describe(
      'maximum open connections from one network address; behind trusted proxies, maximum concurrent requests of one forwarded address',
    ),
  MAX_CONNECTIONS: integer(1, 1_000_000)
    .default(20_000)
    .describe('maximum open connections in all, per process'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'expected a redis or rediss URL' })
    .optional()
    .describe('Redis that counts calls, logins and messages for all processes; each counts its own if unset'),
  CHATBOT_ANONYMOUS_PER_MINUTE: integer(1, 100_000)
    .default(60)
    .describe('maximum messages per minute from one network address without a session'),
  CHATBOT_ANONYMOUS_CONCURRENCY: integer(1, 10_000)
    .default(20)
    .describe(
      'maximum concurrent replies to callers without a session; a quarter of it for one network, half for its neighbours',
    ),
  CHATBOT_ACCOUNT_CONCURRENCY: integer(1, 10_000)
    .default(50)
    .describe('maximum concurrent replies to one account'),
  STREAMS_PER_ADDRESS: integer(1, 100_000)
    .default(100)
    .describe('maximum concurrent subscriptions from one network address'),
};
