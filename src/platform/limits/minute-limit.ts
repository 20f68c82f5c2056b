import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { limitsHit } from './limits-hit';

/** How often uses that were granted from memory are reported to the counter. */
const REPORT_EVERY_MS = 50;
/** With fewer uses left than this, or than a tenth of the limit, each use asks the counter. */
const MIN_LEFT = 100;
/** How many keys are remembered between uses. */
const MAX_KNOWN = 10_000;

/** What a key has used and has left. */
export interface Standing {
  readonly isOver: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Time in milliseconds since 1970 at which nothing is used again. */
  readonly resetsAt: number;
}

/** What a key had left at its last use. */
interface Known {
  remaining: number;
  resetsAt: number;
  /** Uses that the counter does not know yet. */
  unreported: number;
}

/**
 * Limits how often each key is used per minute. Created by `RateLimits`. While a key has many uses left, uses are granted from
 * memory and reported together, so that most calls wait for no counter.
 */
export class MinuteLimit {
  // Not `max`, which allocates the memory of all keys at once for each of some twenty limits.
  private readonly known = new LRUCache<string, Known>({ maxSize: MAX_KNOWN, sizeCalculation: () => 1 });
  private unreported = new Map<string, Known>();
  private readonly exactBelow: number;

  /** @param name in the metrics */
  constructor(
    private readonly counter: Pick<RateLimiterAbstract, 'consume'>,
    private readonly perMinute: number,
    private readonly name: string,
  ) {
    this.exactBelow = Math.max(MIN_LEFT, perMinute / 10);
  }

  /** Counts uses, also over the limit. Returns what the key has left, or a promise of it. */
  count(key: string, uses: number): Standing | Promise<Standing> {
    return this.countFromMemory(key, uses) ?? this.countExactly(key, uses);
  }

  /** Counts uses of a key that has many left. Returns undefined for any other key, without a count. */
  countFromMemory(key: string, uses: number): Standing | undefined {
    const known = this.known.get(key);
    if (!known || known.remaining - uses < this.exactBelow || known.resetsAt <= Date.now()) return undefined;
    known.remaining -= uses;
    known.unreported += uses;
    if (this.unreported.size === 0) setTimeout(this.report, REPORT_EVERY_MS).unref();
    this.unreported.set(key, known);
    return { isOver: false, limit: this.perMinute, remaining: known.remaining, resetsAt: known.resetsAt };
  }

  /** Counts one use. Returns undefined, or the whole seconds to wait (at least 1) if the limit is reached. */
  async consume(key: string): Promise<number | undefined> {
    const standing = await this.count(key, 1);
    return standing.isOver ? secondsUntil(standing.resetsAt) : undefined;
  }

  private report = (): void => {
    const reported = this.unreported;
    this.unreported = new Map();
    for (const [key, known] of reported)
      // The counter in memory takes over where another fails, so that this never rejects for a reason of the caller's.
      if (known.unreported > 0) void this.countExactly(key, 0).catch(() => undefined);
  };

  private async countExactly(key: string, uses: number): Promise<Standing> {
    const known = this.known.get(key) ?? { remaining: 0, resetsAt: 0, unreported: 0 };
    const reported = uses + known.unreported;
    known.unreported = 0;
    const { result, isOver } = await this.consumeFromCounter(key, reported);
    if (isOver) limitsHit.add({ limit: this.name }, uses);
    known.remaining = Math.max(0, this.perMinute - result.consumedPoints - known.unreported);
    known.resetsAt = Date.now() + result.msBeforeNext;
    this.known.set(key, known);
    return { isOver, limit: this.perMinute, remaining: known.remaining, resetsAt: known.resetsAt };
  }

  private async consumeFromCounter(
    key: string,
    uses: number,
  ): Promise<{ result: RateLimiterRes; isOver: boolean }> {
    try {
      return { result: await this.counter.consume(key, uses), isOver: false };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return { result: error, isOver: true };
    }
  }
}

/** Returns the whole seconds until a time, at least 1. */
export function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 1000));
}
