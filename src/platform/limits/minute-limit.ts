import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Limits how often each key is used per minute. Counts in memory, for this process only. */
export class MinuteLimit {
  private readonly limiter: RateLimiterMemory;

  constructor(perMinute: number) {
    this.limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  /** Counts one use. Returns undefined, or the whole seconds to wait (at least 1) if the limit is reached. */
  async consume(key: string): Promise<number | undefined> {
    try {
      await this.limiter.consume(key);
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    }
  }
}
