import { AsyncLocalStorage } from 'node:async_hooks';

/** The caller of the running code. */
interface CurrentCaller {
  /** The account, or the network of an anonymous caller. */
  readonly key: string;
  /** Returns when it is the caller's turn of the processor: undefined for now. */
  readonly takeTurn: () => Promise<void> | undefined;
}

/** Items that take about a millisecond. */
const PART = 50;

const storage = new AsyncLocalStorage<CurrentCaller>();

/** Runs code whose long pieces of work take turns of a caller. */
export function runInTurns<T>(caller: CurrentCaller, run: () => T): T {
  return storage.run(caller, run);
}

/** Returns the account of the running code, or the network of its anonymous caller; undefined outside of calls. */
export function currentCallerKey(): string | undefined {
  return storage.getStore()?.key;
}

/** Maps a list in parts that take a turn of the running code's caller each, so that a long list delays no other caller. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  if (items.length <= PART) return items.map(map);
  const caller = storage.getStore();
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += PART) {
    const turn = caller?.takeTurn();
    if (turn) await turn;
    for (const [index, item] of items.slice(start, start + PART).entries())
      results.push(map(item, start + index));
  }
  return results;
}
