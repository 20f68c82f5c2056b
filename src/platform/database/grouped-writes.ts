import type { Database } from './database';
import { sqlStateOf } from './send-query';
import { TurnBatch } from './turn-batch';

const LIMITS = {
  maxSize: 200,
  /** Two, so that one group is sent while the database writes the other to disk. */
  maxRunning: 2,
  maxWaiting: 5_000,
};

/**
 * Classes and codes of SQLSTATE that one item of a group can cause: invalid data, violated constraints, errors that triggers
 * raise, conflicts with other transactions, stale statements. Not timeouts and missing resources: more attempts would make
 * these worse.
 */
const CAUSED_BY_ONE_ITEM = /^(?:22|23|P0|40001|40P01|0A000|26000)/;

interface Writes<Item, Result> {
  /** Writes one item. */
  readonly one: (item: Item) => Promise<Result>;
  /** Writes several items by one statement, and returns one result for each, in their order. */
  readonly group: (items: readonly Item[]) => Promise<readonly Result[]>;
}

/**
 * Runs the same write of concurrent callers as one statement with one commit, which takes the database little longer than a
 * single write. Each caller's promise resolves after the commit. If the database refuses a group because of one item, each is written
 * alone. Within a shared transaction, every write is.
 */
export class GroupedWrites<Item, Result> {
  private readonly groups: TurnBatch<Item, Result>;

  constructor(
    private readonly database: Database,
    private readonly writes: Writes<Item, Result>,
  ) {
    const limits = { ...LIMITS, maxWaitMs: database.maxWaitMs };
    this.groups = new TurnBatch((items) => this.writeAll(items), limits);
  }

  write(item: Item): Promise<Result> {
    return this.database.isInSharedTransaction ? this.writes.one(item) : this.groups.add(item);
  }

  private async writeAll(items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]> {
    const [first, ...others] = items;
    if (first !== undefined && others.length === 0) return [await this.writes.one(first)];
    try {
      return await this.writes.group(items);
    } catch (error) {
      // Without an error of the database, the group may have been written: another attempt could write it twice.
      if (!isCausedByOneItem(error)) throw error;
      return this.writeEach(items);
    }
  }

  /** Writes the items one after another, so that they take one connection. */
  private async writeEach(items: readonly Item[]): Promise<Promise<Result>[]> {
    const results: Promise<Result>[] = [];
    for (const item of items) {
      const result = this.writes.one(item);
      results.push(result);
      await result.catch(() => undefined);
    }
    return results;
  }
}

function isCausedByOneItem(error: unknown): boolean {
  return CAUSED_BY_ONE_ITEM.test(sqlStateOf(error) ?? '');
}
