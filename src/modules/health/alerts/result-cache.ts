import { LRUCache } from 'lru-cache';
import { SharedComputation } from '../../../platform/limits/shared-computation';

/** Results of computations that take less are not cached. */
const MIN_COMPUTATION_MS = 300;
/** A result is fresh for this many times its computation time. */
const FRESH_FACTOR = 20;
const MAX_FRESH_MS = 5 * 60 * 1_000;
/** Age until which a stale result is returned while a new one is computed. */
const MAX_AGE_MS = 60 * 60 * 1_000;
const MAX_ENTRIES = 200;

interface Entry<Result> {
  readonly computation: SharedComputation<Result>;
  /** Clock time in ms until which the result is fresh. */
  freshUntil: number;
  /** Clock time in ms until which a stale result may be returned. */
  usableUntil: number;
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

  /** @param clock returns milliseconds */
  constructor(private readonly clock: () => number = () => performance.now()) {}

  async get(key: string, compute: () => Promise<Result>): Promise<Result> {
    const cached = this.entries.get(key);
    const now = this.clock();
    if (cached === undefined || cached.usableUntil <= now) return this.compute(key, compute).result;
    if (cached.freshUntil <= now && !cached.isRenewing) {
      cached.isRenewing = true;
      // The stale result is returned in any case. After a failure, the next caller tries again.
      this.compute(key, compute, { stale: cached });
    }
    const { computation } = cached;
    if (await computation.serves()) return computation.result;
    // Another caller may have begun its own meanwhile.
    if (this.entries.get(key) !== cached) return this.get(key, compute);
    return this.compute(key, compute, { before: computation }).result;
  }

  /**
   * @param context the entry that is returned until the new result is available, and the computation that did not serve the
   * running caller
   */
  private compute(
    key: string,
    compute: () => Promise<Result>,
    { stale, before }: { stale?: Entry<Result>; before?: SharedComputation<Result> } = {},
  ): SharedComputation<Result> {
    const startedAt = this.clock();
    const computation = new SharedComputation(compute, before);
    const entry: Entry<Result> = {
      computation,
      freshUntil: Infinity,
      usableUntil: Infinity,
      isRenewing: false,
    };
    if (stale === undefined) this.entries.set(key, entry);
    computation.result.then(
      () => {
        const now = this.clock();
        const duration = now - startedAt;
        const isCached = duration >= MIN_COMPUTATION_MS;
        entry.freshUntil = isCached ? now + Math.min(MAX_FRESH_MS, FRESH_FACTOR * duration) : 0;
        entry.usableUntil = isCached ? now + MAX_AGE_MS : 0;
        if (stale !== undefined) this.entries.set(key, entry);
      },
      () => {
        entry.usableUntil = 0;
        if (stale !== undefined) stale.isRenewing = false;
      },
    );
    return computation;
  }
}
