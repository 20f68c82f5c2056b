import { setImmediate } from 'node:timers/promises';
import { storage } from 'nestjs-pino/storage';

/** The caller of the running request. */
interface CurrentCaller {
  /** The account, or the network of an anonymous caller. */
  readonly key: string;
  /** Returns when it is the caller's turn of the processor: undefined for now. */
  readonly takeTurn: () => Promise<void> | undefined;
}

/** A list of at most so many items takes no turn of its own. */
const MAX_ITEMS_WITHOUT_TURN = 20;
const MAX_PART_MS = 1;

/** By the store of the request. Work outside of requests has no caller. */
const callers = new WeakMap<object, CurrentCaller>();

/** Sets the caller of the running request. */
export function setCurrentCaller(caller: CurrentCaller): void {
  const store = storage.getStore();
  if (store) callers.set(store, caller);
}

function currentCaller(): CurrentCaller | undefined {
  const store = storage.getStore();
  return store && callers.get(store);
}

/** Returns the caller of the running request, or the request itself while the caller is not known; undefined outside of requests. */
export function currentOwner(): unknown {
  return currentCaller()?.key ?? storage.getStore();
}

/** Returns when it is the turn of the running request's next piece of work: undefined for now. */
export function takeTurn(): Promise<void> | undefined {
  return currentCaller()?.takeTurn();
}

/**
 * Maps a list in parts that take a turn of the running request's caller each, so that a long list delays no other caller. Outside
 * of requests, each part is in a turn of the event loop of its own.
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const caller = currentCaller();
  if (items.length <= MAX_ITEMS_WITHOUT_TURN) return items.map(map);
  const results: Result[] = [];
  const remaining = items.entries();
  let next = remaining.next();
  while (!next.done) {
    const turn = caller?.takeTurn();
    if (turn) await turn;
    if (!caller && results.length > 0) await setImmediate();
    const endsAt = performance.now() + MAX_PART_MS;
    do {
      const [index, item] = next.value;
      results.push(map(item, index));
      next = remaining.next();
    } while (!next.done && performance.now() < endsAt);
  }
  return results;
}
