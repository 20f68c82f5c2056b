import { AsyncLocalStorage } from 'node:async_hooks';

/** The caller of the running code. */
interface CurrentCaller {
  /** The account, or the network of an anonymous caller. */
  readonly key: string;
  /** Returns when it is the caller's turn of the processor: undefined for now. */
  readonly takeTurn: () => Promise<void> | undefined;
}

/** A list of at most so many items takes no turn of its own. */
const SHORT = 20;
/** Items between two looks at the clock. */
const STEP = 10;
const MAX_PART_MS = 1;

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
  const caller = storage.getStore();
  if (!caller || items.length <= SHORT) return items.map(map);
  const results: Result[] = [];
  while (results.length < items.length) {
    const turn = caller.takeTurn();
    if (turn) await turn;
    const endsAt = performance.now() + MAX_PART_MS;
    while (results.length < items.length && performance.now() < endsAt)
      for (const item of items.slice(results.length, results.length + STEP))
        results.push(map(item, results.length));
  }
  return results;
}
