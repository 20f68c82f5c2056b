import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import type { Database } from './database';
import { TurnBatch } from './turn-batch';

/** Two groups at once, so that one is sent while the database writes the other to disk. */
const LIMITS = { maxSize: 200, maxRunning: 2 };

interface Writes<Item, Result> {
  /** Writes one item. */
  readonly one: (item: Item) => Promise<Result>;
  /** Writes several items by one statement, and returns one result for each, in their order. */
  readonly group: (items: readonly Item[]) => Promise<readonly Result[]>;
}

/**
 * Runs the same write of concurrent callers as one statement with one commit, which takes the database little longer than a
 * single write. Each caller's promise resolves after the commit. If the database refuses a group, each item is written alone.
 * Within a shared transaction, every write is.
 */
export class GroupedWrites<Item, Result> {
  private readonly groups = new TurnBatch<Item, Result>((items) => this.writeAll(items), LIMITS);

  constructor(
    private readonly database: Database,
    private readonly writes: Writes<Item, Result>,
  ) {}

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
      if (!isRolledBack(error)) throw error;
      return items.map((item) => this.writes.one(item));
    }
  }
}

/** Returns whether the database reported that the statement had no effect. */
function isRolledBack(error: unknown): boolean {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : undefined;
  return cause instanceof DatabaseError && cause.severity === 'ERROR';
}
