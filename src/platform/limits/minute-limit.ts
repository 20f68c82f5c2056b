import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Bounds how often each of many may do something. It is kept in memory, by this process alone. */
export class MinuteLimit {
  private readonly limiter: RateLimiterMemory;

  constructor(perMinute: number) {
    this.limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  /**
   * @param name whose minute it is
   * @returns the whole seconds to wait, at least one, where it is used up; else undefined
   */
  async consume(name: string): Promise<number | undefined> {
    try {
      await this.limiter.consume(name);
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    }
  }
}
