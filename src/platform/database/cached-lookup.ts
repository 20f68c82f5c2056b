import { LRUCache } from 'lru-cache';
import { TurnBatch } from './turn-batch';

interface Options {
  readonly maxEntries: number;
  readonly ttlMs: number;
}

/**
 * Finds values of data that rarely changes, and caches them. The keys that concurrent requests miss are looked up by one
 * statement.
 */
export class CachedLookup<Value extends object> {
  private readonly cached: LRUCache<string, Value>;
  private readonly batch: TurnBatch<string, Value>;

  /** @param find returns one value for each key, in their order */
  constructor(find: (keys: readonly string[]) => Promise<readonly Value[]>, { maxEntries, ttlMs }: Options) {
    this.cached = new LRUCache({ max: maxEntries, ttl: ttlMs });
    this.batch = new TurnBatch(
      async (missed) => {
        const keys = [...new Set(missed)];
        const values = await find(keys);
        for (const [index, key] of keys.entries()) {
          const value = values[index];
          if (value) this.cached.set(key, value);
        }
        const positions = new Map(keys.map((key, index) => [key, index]));
        return missed.map((key) => {
          const value = values[positions.get(key) ?? -1];
          if (!value) throw new TypeError('a key was looked up and has no value');
          return value;
        });
      },
      { maxSize: 1_000, maxRunning: Infinity },
    );
  }

  /** Returns the value of each key. */
  async getAll(keys: readonly string[]): Promise<ReadonlyMap<string, Value>> {
    const entries = [...new Set(keys)].map(async (key) => {
      const value = this.cached.get(key) ?? (await this.batch.add(key));
      return [key, value] as const;
    });
    return new Map(await Promise.all(entries));
  }
}
