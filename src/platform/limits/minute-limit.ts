import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** What a key has used and has left. */
export interface Standing {
  readonly isOver: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Time in milliseconds since 1970 at which nothing is used again. */
  readonly resetsAt: number;
}

/** Limits how often each key is used per minute. Created by `RateLimits`. */
export class MinuteLimit {
  constructor(
    private readonly counter: Pick<RateLimiterAbstract, 'consume'>,
    private readonly perMinute: number,
  ) {}

  /** Counts uses, also over the limit. Returns what the key has left. */
  async count(key: string, uses: number): Promise<Standing> {
    try {
      return this.standingOf(await this.counter.consume(key, uses), false);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return this.standingOf(error, true);
    }
  }

  /** Counts one use. Returns undefined, or the whole seconds to wait (at least 1) if the limit is reached. */
  async consume(key: string): Promise<number | undefined> {
    const standing = await this.count(key, 1);
    return standing.isOver ? secondsUntil(standing.resetsAt) : undefined;
  }

  private standingOf({ consumedPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): Standing {
    return {
      isOver,
      limit: this.perMinute,
      remaining: Math.max(0, this.perMinute - consumedPoints),
      resetsAt: Date.now() + msBeforeNext,
    };
  }
}

/** Returns the whole seconds until a time, at least 1. */
export function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 1000));
}
