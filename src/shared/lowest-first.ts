interface Entry<Item> {
  readonly item: Item;
  /** Grows with each item of the queue. */
  readonly age: number;
}

/** Lower ones are served first; of two with the same first number, the second decides, and so on. All of a queue are of one length. */
export type Rank = readonly number[];

interface Waiting<Owner, Item> {
  readonly owner: Owner;
  rank: Rank;
  /** In their order, never empty. */
  readonly entries: Entry<Item>[];
}

/** Of so many items, one is the oldest, whatever its rank: however many new items come, none waits for ever. */
const OLDEST_OF = 8;

/**
 * A queue that serves the owner with the lowest rank first. Items of one owner keep their order, and so do owners of the same rank. Its
 * operations take longer the more owners wait, not the more items.
 */
export class LowestFirst<Owner, Item> {
  private readonly waiting = new Map<Owner, Waiting<Owner, Item>>();
  // Arrays, because moving ten thousand owners takes some microseconds.
  /** The next one is the last, so that few owners move when it leaves, or when one with a low rank comes. */
  private readonly byRank: Waiting<Owner, Item>[] = [];
  /** By the age of the first item; the oldest is the first. */
  private readonly byAge: Waiting<Owner, Item>[] = [];
  private count = 0;
  private pushed = 0;
  private taken = 0;

  get size(): number {
    return this.count;
  }

  sizeOf(owner: Owner): number {
    return this.waiting.get(owner)?.entries.length ?? 0;
  }

  /** @param rank of the owner from now on, also for its items that wait */
  push(owner: Owner, item: Item, rank: Rank): void {
    const entry = { item, age: (this.pushed += 1) };
    this.count += 1;
    const known = this.waiting.get(owner);
    if (known) {
      known.entries.push(entry);
      if (compareRanks(known.rank, rank) === 0) return;
      remove(this.byRank, known, compareRanksDown);
      known.rank = rank;
      insert(this.byRank, known, compareRanksDown);
      return;
    }
    const added = { owner, rank, entries: [entry] };
    this.waiting.set(owner, added);
    insert(this.byRank, added, compareRanksDown);
    this.byAge.push(added);
  }

  /** Returns the first owner for whom a condition holds. */
  findOwner(isWanted: (owner: Owner) => boolean): Owner | undefined {
    return this.byRank.findLast(({ owner }) => isWanted(owner))?.owner;
  }

  /** Takes the next item, of an owner for whom a condition holds. */
  shift(isWanted: (owner: Owner) => boolean): Item | undefined {
    const mayBeNext = ({ owner }: Waiting<Owner, Item>) => isWanted(owner);
    const isOldestNext = (this.taken + 1) % OLDEST_OF === 0;
    const next = isOldestNext ? this.byAge.find(mayBeNext) : this.byRank.findLast(mayBeNext);
    if (!next) return undefined;
    this.taken += 1;
    return this.take(next, 0);
  }

  /** Removes an item wherever it is. */
  remove(owner: Owner, item: Item): void {
    const known = this.waiting.get(owner);
    const index = known?.entries.findIndex((entry) => entry.item === item) ?? -1;
    if (known && index >= 0) this.take(known, index);
  }

  /** Yields all items with their owners, those of the highest rank first. */
  *highestFirst(): Generator<readonly [Owner, Item]> {
    for (const { owner, entries } of this.byRank) for (const { item } of entries) yield [owner, item];
  }

  private take(from: Waiting<Owner, Item>, index: number): Item | undefined {
    remove(this.byRank, from, compareRanksDown);
    remove(this.byAge, from, compareAges);
    const [entry] = from.entries.splice(index, 1);
    if (from.entries.length === 0) this.waiting.delete(from.owner);
    else {
      insert(this.byRank, from, compareRanksDown);
      insert(this.byAge, from, compareAges);
    }
    this.count -= 1;
    return entry?.item;
  }
}

type Compare<Value> = (one: Value, other: Value) => number;

function ageOf({ entries: [first] }: Waiting<unknown, unknown>): number {
  return first?.age ?? 0;
}

function compareAges(one: Waiting<unknown, unknown>, other: Waiting<unknown, unknown>): number {
  return ageOf(one) - ageOf(other);
}

function compareRanksDown(one: Waiting<unknown, unknown>, other: Waiting<unknown, unknown>): number {
  return compareRanks(other.rank, one.rank) || compareAges(other, one);
}

function compareRanks(one: Rank, other: Rank): number {
  for (const [index, number] of one.entries()) {
    const difference = number - (other[index] ?? number);
    if (difference !== 0) return difference;
  }
  return 0;
}

function insert<Value>(sorted: Value[], value: Value, compare: Compare<Value>): void {
  sorted.splice(positionOf(sorted, value, compare), 0, value);
}

function remove<Value>(sorted: Value[], value: Value, compare: Compare<Value>): void {
  sorted.splice(positionOf(sorted, value, compare), 1);
}

/** Returns the index of the first value that is not before another one. No two are equal. */
function positionOf<Value>(sorted: readonly Value[], value: Value, compare: Compare<Value>): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle];
    if (other !== undefined && compare(other, value) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
