import { setImmediate } from 'node:timers/promises';
import { storage } from 'nestjs-pino/storage';
import { currentSignal } from './abortable-work';

/** The caller of the running request. */
interface CurrentCaller {
  /** The account, or the network of an anonymous caller. */
  readonly key: string;
  /** Returns when it is the caller's turn of the processor: undefined for now. */
  readonly takeTurn: () => Promise<void> | undefined;
  /** Returns a signal that is aborted when the client disconnects. */
  readonly client?: (() => AbortSignal) | undefined;
}

/** The first part of a list of at most so many items takes no turn of its own. */
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

/** Returns the signal that is aborted when the client of the running request disconnects, or has its response. */
export function currentClient(): AbortSignal | undefined {
  return currentCaller()?.client?.();
}

/** Returns the caller of the running request, or the request itself while the caller is not known; undefined outside of requests. */
export function currentOwner(): unknown {
  return currentCaller()?.key ?? storage.getStore();
}

/**
 * Returns when it is the turn of the running request's next piece of work: undefined for now.
 * @throws the reason of the signal that ends the running work
 */
export function takeTurn(): Promise<void> | undefined {
  const signal = currentSignal();
  signal?.throwIfAborted();
  const turn = currentCaller()?.takeTurn();
  return signal
    ? turn?.then(() => {
        signal.throwIfAborted();
      })
    : turn;
}

/**
 * Maps a list in parts that take a turn of the running request's caller each, so that a long list delays no other caller. Outside
 * of requests, each part is in a turn of the event loop of its own.
 * @throws the reason of the signal that ends the running work
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  return runInTurns(mapInSteps(items, map), { startsNow: items.length <= MAX_ITEMS_WITHOUT_TURN });
}

function* mapInSteps<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Generator<void, Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0) yield;
    results.push(map(item, index));
  }
  return results;
}

/**
 * Runs a computation in parts as `mapInTurns` does.
 * @param steps yields after each piece of work of at most some microseconds
 * @param startsNow whether the first part takes no turn
 */
export async function runInTurns<Result>(
  steps: Iterator<void, Result>,
  { startsNow = false } = {},
): Promise<Result> {
  const caller = currentCaller();
  let isFirst = true;
  return runSteps(steps, () => {
    const [isNow, needsPause] = [isFirst && startsNow, !caller && !isFirst];
    isFirst = false;
    if (isNow) return undefined;
    const turn = takeTurn();
    return needsPause ? pauseAfter(turn) : turn;
  });
}

async function pauseAfter(turn: Promise<void> | undefined): Promise<void> {
  if (turn) await turn;
  await setImmediate();
}

/** Runs a computation in parts of about a millisecond. Each begins when `take` has returned its turn: undefined for now. */
export async function runSteps<Result>(
  steps: Iterator<void, Result>,
  take: () => Promise<void> | undefined,
): Promise<Result> {
  for (;;) {
    const turn = take();
    if (turn) await turn;
    const endsAt = performance.now() + MAX_PART_MS;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < endsAt);
  }
}
