import type { Logger } from '@nestjs/common';
import { createClient } from '@redis/client';

const CONNECT_TIMEOUT_MS = 1_000;
const LONGEST_PAUSE_MS = 2_000;

export type RedisConnection = ReturnType<typeof connectRedis>;

/** Connects to Redis, again after each failure. Logs only that it goes away and comes back. */
export function connectRedis(url: string, logger: Logger) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (attempt) => Math.min(2 ** attempt * 50, LONGEST_PAUSE_MS),
    },
  });
  let isAway = false;
  client.on('error', (error: unknown) => {
    if (!isAway) logger.warn({ err: error }, 'Redis is away; limits count in this process');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) logger.log('Redis is back; limits count there');
    isAway = false;
  });
  // It connects again by itself; its errors are handled above.
  client.connect().catch(() => undefined);
  return client;
}
