interface Entry<Owner, Item> {
  readonly owner: Owner;
  readonly item: Item;
  readonly rank: number;
}

/** Of so many items, one is the oldest, whatever its rank: however many new items come, none waits for ever. */
const OLDEST_OF = 8;

/** A queue that serves the item with the lowest rank first. Items of the same rank keep their order. */
export class LowestFirst<Owner, Item> {
  /** By rank. An array, because moving ten thousand entries takes some microseconds. */
  private readonly byRank: Entry<Owner, Item>[] = [];
  private readonly byAge = new Set<Entry<Owner, Item>>();
  private taken = 0;

  get size(): number {
    return this.byRank.length;
  }

  push(owner: Owner, item: Item, rank: number): void {
    const entry = { owner, item, rank };
    const next = this.byRank.findLastIndex((other) => other.rank <= rank) + 1;
    this.byRank.splice(next, 0, entry);
    this.byAge.add(entry);
  }

  /** Returns the first owner for whom a condition holds. */
  findOwner(isWanted: (owner: Owner) => boolean): Owner | undefined {
    return this.byRank.find(({ owner }) => isWanted(owner))?.owner;
  }

  /** Takes the next item, of an owner for whom a condition holds. */
  shift(isWanted: (owner: Owner) => boolean): Item | undefined {
    const entries = (this.taken + 1) % OLDEST_OF === 0 ? this.byAge : this.byRank;
    for (const entry of entries) {
      if (!isWanted(entry.owner)) continue;
      this.byRank.splice(this.byRank.indexOf(entry), 1);
      this.byAge.delete(entry);
      this.taken += 1;
      return entry.item;
    }
    return undefined;
  }
}
