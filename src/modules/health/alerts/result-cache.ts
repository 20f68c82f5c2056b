import { LRUCache } from 'lru-cache';
import { SharedComputations } from '../../../platform/limits/shared-computations';

/** Results of computations that take less are not cached. */
const MIN_COMPUTATION_MS = 300;
/** A result is fresh for this many times its computation time. */
const FRESH_FACTOR = 20;
const MAX_FRESH_MS = 5 * 60 * 1_000;
/** Age until which a stale result is returned while a new one is computed. */
const MAX_AGE_MS = 60 * 60 * 1_000;
const MAX_ENTRIES = 200;

interface Entry<Result> {
  readonly result: Result;
  /** Clock time in ms until which the result is fresh. */
  readonly freshUntil: number;
  /** Clock time in ms until which a stale result may be returned. */
  readonly usableUntil: number;
  isRenewing: boolean;
}

/**
 * Caches results that are slow to compute. Concurrent callers share one computation, unless one waits too long for that of
 * another. A result is fresh for twenty times its computation time; after that it is still returned for an hour, while a new
 * one is computed. So at most a twentieth of the time is spent on computation, and results that are fast to compute are never
 * stale. Failures are not cached.
 *
 * The `fetch` of `LRUCache` has neither the minimal computation time nor the age limit of stale results.
 */
export class ResultCache<Result> {
  private readonly entries = new LRUCache<string, Entry<Result>>({ max: MAX_ENTRIES });
  private readonly running = new SharedComputations<Result>();

  /** @param clock returns milliseconds */
  constructor(private readonly clock: () => number = () => performance.now()) {}

  async get(key: string, compute: () => Promise<Result>): Promise<Result> {
    const computeAndStore = () => this.computeAndStore(key, compute);
    const cached = this.entries.get(key);
    const now = this.clock();
    if (cached === undefined || cached.usableUntil <= now) return this.running.get(key, computeAndStore);
    if (cached.freshUntil <= now && !cached.isRenewing) {
      cached.isRenewing = true;
      // The stale result is returned in any case. After a failure, the next caller tries again.
      this.running.get(key, computeAndStore).catch(() => {
        cached.isRenewing = false;
      });
    }
    return cached.result;
  }

  private async computeAndStore(key: string, compute: () => Promise<Result>): Promise<Result> {
    const startedAt = this.clock();
    const result = await compute();
    const now = this.clock();
    const duration = now - startedAt;
    const freshUntil = now + Math.min(MAX_FRESH_MS, FRESH_FACTOR * duration);
    const entry: Entry<Result> = { result, freshUntil, usableUntil: now + MAX_AGE_MS, isRenewing: false };
    if (duration >= MIN_COMPUTATION_MS) this.entries.set(key, entry);
    else this.entries.delete(key);
    return result;
  }
}
