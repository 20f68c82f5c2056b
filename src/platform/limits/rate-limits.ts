import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import {
  RLWrapperTimeouts,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Environment } from '../config/environment';
import { openCircuits } from '../metrics/circuits';
import { MinuteLimit } from './minute-limit';
import type { RedisConnection } from './redis';

/** Time for one count in Redis. After it, the count in memory decides. */
const REDIS_TIMEOUT_MS = 100;

/** After so many failures one after another, Redis is left out for the pause. */
const REDIS_FAILURES = 3;
const REDIS_PAUSE_MS = 1_000;

/**
 * Creates limits. They count in this process; with `REDIS_URL` in Redis, for all processes. While Redis is away, each process
 * counts for itself.
 */
export class RateLimits implements OnApplicationShutdown {
  private readonly breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof RateLimiterRes)),
    { halfOpenAfter: REDIS_PAUSE_MS, breaker: new ConsecutiveBreaker(REDIS_FAILURES) },
  );

  private readonly endObservation: () => void;

  private constructor(private readonly redis: RedisConnection | undefined) {
    const isOpen = () => Number(this.breaker.state !== CircuitState.Closed);
    this.endObservation = openCircuits.observe(() => (redis ? [[{ circuit: 'redis' }, isOpen()]] : []));
  }

  /** The client of Redis has 478 modules, a tenth of the time to start, so that it is loaded only if it is used. */
  static readonly create = async ({ REDIS_URL }: Pick<Environment, 'REDIS_URL'>): Promise<RateLimits> => {
    if (REDIS_URL === undefined) return new RateLimits(undefined);
    const { connectRedis } = await import('./redis.js');
    return new RateLimits(connectRedis(REDIS_URL, new Logger(RateLimits.name)));
  };

  /** @param name of the limit, which all processes share */
  perMinute(name: string, perMinute: number): MinuteLimit {
    const options = { keyPrefix: name, points: perMinute, duration: 60 };
    const memory = new RateLimiterMemory(options);
    if (!this.redis) return new MinuteLimit(memory, perMinute, name);
    const limiter = new RateLimiterRedis({
      ...options,
      storeClient: this.redis,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
    });
    const shared = new RLWrapperTimeouts({ limiter, timeoutMs: REDIS_TIMEOUT_MS });
    const consume = (key: string, uses: number): Promise<RateLimiterRes> =>
      this.breaker
        .execute(() => shared.consume(key, uses))
        .catch((error: unknown) => {
          if (error instanceof RateLimiterRes) throw error;
          return memory.consume(key, uses);
        });
    return new MinuteLimit({ consume }, perMinute, name);
  }

  onApplicationShutdown(): void {
    this.endObservation();
    this.redis?.destroy();
  }
}
