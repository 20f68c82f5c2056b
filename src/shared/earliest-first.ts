interface Entry<Owner, Item> {
  readonly owner: Owner;
  readonly item: Item;
  readonly time: number;
}

/** A queue that serves the item with the earliest time first. Items of the same time keep their order. */
export class EarliestFirst<Owner, Item> {
  /** By time. An array, because moving ten thousand entries takes some microseconds. */
  private readonly entries: Entry<Owner, Item>[] = [];

  get size(): number {
    return this.entries.length;
  }

  push(owner: Owner, item: Item, time: number): void {
    let low = 0;
    for (let high = this.entries.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((this.entries[middle]?.time ?? Infinity) > time) high = middle;
      else low = middle + 1;
    }
    this.entries.splice(low, 0, { owner, item, time });
  }

  /** Returns the first owner for whom a condition holds. */
  findOwner(isWanted: (owner: Owner) => boolean): Owner | undefined {
    return this.entries.find(({ owner }) => isWanted(owner))?.owner;
  }

  /** Takes the next item, of an owner for whom a condition holds. */
  shift(isWanted: (owner: Owner) => boolean): Item | undefined {
    const index = this.entries.findIndex(({ owner }) => isWanted(owner));
    return index < 0 ? undefined : this.entries.splice(index, 1)[0]?.item;
  }
}
