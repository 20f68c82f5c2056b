import { DASHBOARD_ENTRIES } from '../../../src/shared/account-storage';
import type { CacheKey } from './queries';

export interface QueryResult<Data> {
  readonly data: Data;
  /** When it was received, in milliseconds since 1970. */
  readonly at: number;
}

/** Format of the stored entries; increasing it discards the entries of older pages. */
const VERSION = 2;

/** Of the storage and of the memory: enough for one working session, and below the 5 MB that browsers allow. */
const MAX_ENTRIES = 80;

/** Caches results for one account in the tab's session storage, to show them while the page is offline. */
export class ResultCache {
  private readonly prefix: string;
  private readonly memory = new Map<string, string>();

  /** Deletes the entries of other accounts. */
  constructor(
    private readonly storage: Storage,
    accountId: string,
  ) {
    this.prefix = `${DASHBOARD_ENTRIES}${VERSION}:${accountId}:`;
    this.remove((name) => !name.startsWith(this.prefix));
  }

  get<Data>({ key }: CacheKey): QueryResult<Data> | undefined {
    const text = this.memory.get(key) ?? this.storage.getItem(this.prefix + key);
    return text === null ? undefined : (JSON.parse(text) as QueryResult<Data>);
  }

  set({ key, hasNames = false }: CacheKey, result: QueryResult<unknown>): void {
    if (hasNames) {
      this.remember(key, JSON.stringify(result));
      return;
    }
    const names = this.names();
    if (names.length >= MAX_ENTRIES) this.removeOldest(names);
    try {
      this.storage.setItem(this.prefix + key, JSON.stringify(result));
    } catch {
      // The storage is full or disabled. The page works without a cache while it is online.
      this.clear();
    }
  }

  clear(): void {
    this.memory.clear();
    this.remove(() => true);
  }

  private remember(key: string, text: string): void {
    this.memory.delete(key);
    const [oldest] = this.memory.keys();
    if (oldest !== undefined && this.memory.size >= MAX_ENTRIES) this.memory.delete(oldest);
    this.memory.set(key, text);
  }

  private names(): string[] {
    return Object.keys(this.storage).filter((name) => name.startsWith(DASHBOARD_ENTRIES));
  }

  private remove(isRemoved: (name: string) => boolean): void {
    for (const name of this.names().filter(isRemoved)) this.storage.removeItem(name);
  }

  private removeOldest(names: readonly string[]): void {
    const entries = names.map((name) => ({
      name,
      at: this.get<unknown>({ key: name.slice(this.prefix.length) })?.at ?? 0,
    }));
    const [oldest] = entries.sort((a, b) => a.at - b.at);
    if (oldest) this.storage.removeItem(oldest.name);
  }
}
