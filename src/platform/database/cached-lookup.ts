import { LRUCache } from 'lru-cache';
import { TurnBatch } from './turn-batch';

/** Longer words of messages are seldom looked up again. */
const MAX_KEY_LENGTH = 40;
/** Approximate size of an entry in the cache besides its texts. */
const ENTRY_BYTES = 300;

interface Options {
  /** Approximate size of the cached keys and values. */
  readonly maxBytes: number;
  readonly ttlMs: number;
  /** Values of longer keys are not cached. */
  readonly maxKeyLength?: number;
  /** Keys that one statement looks up. */
  readonly maxKeys?: number;
  /** Statements that may run at once. */
  readonly maxRunning?: number;
}

/**
 * Finds values of data that rarely changes, and caches them. Concurrent misses share one statement. A key is in one running
 * statement at most.
 */
export class CachedLookup<Value extends object> {
  private readonly cached: LRUCache<string, Value>;
  private readonly running = new Map<string, Promise<Value>>();
  private readonly batch: TurnBatch<string, Value>;
  private readonly maxKeyLength: number;

  /** @param find returns one value for each key, in their order; no key occurs twice */
  constructor(
    find: (keys: readonly string[]) => Promise<readonly Value[]>,
    { maxBytes, ttlMs, maxKeyLength = MAX_KEY_LENGTH, maxKeys = 1_000, maxRunning = Infinity }: Options,
  ) {
    this.cached = new LRUCache<string, Value>({
      maxSize: maxBytes,
      ttl: ttlMs,
      sizeCalculation: sizeOf,
    });
    this.maxKeyLength = maxKeyLength;
    this.batch = new TurnBatch(find, { maxSize: maxKeys, maxRunning });
  }

  /** Returns the value of each key. */
  async getAll(keys: readonly string[]): Promise<ReadonlyMap<string, Value>> {
    const entries = [...new Set(keys)].map(
      async (key) => [key, this.cached.get(key) ?? (await this.lookUp(key))] as const,
    );
    return new Map(await Promise.all(entries));
  }

  private lookUp(key: string): Promise<Value> {
    const running = this.running.get(key);
    if (running) return running;
    const found = this.lookUpAndCache(key).finally(() => this.running.delete(key));
    this.running.set(key, found);
    return found;
  }

  private async lookUpAndCache(key: string): Promise<Value> {
    const value = await this.batch.add(key);
    // A copy, because a part of a text refers to the whole text and keeps it in memory.
    if (key.length <= this.maxKeyLength) this.cached.set(Buffer.from(key).toString(), value);
    return value;
  }
}

function sizeOf(value: object, key: string): number {
  return ENTRY_BYTES + key.length + JSON.stringify(value).length;
}
