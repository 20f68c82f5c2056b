/** A queue that serves its owners in turn, one item of each, however many items others have. Items of one owner keep their order. */
export class RoundRobin<Owner, Item> {
  /** The first owner is the next one. */
  private readonly queues = new Map<Owner, Item[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  sizeOf(owner: Owner): number {
    return this.queues.get(owner)?.length ?? 0;
  }

  /** @param position among the owner's items; the end by default */
  push(owner: Owner, item: Item, position = Infinity): void {
    const queue = this.queues.get(owner);
    if (queue) queue.splice(position, 0, item);
    else this.queues.set(owner, [item]);
    this.count += 1;
  }

  /** Returns the next item, of an owner for whom a condition holds, without taking it. */
  peek(isWanted: (owner: Owner) => boolean = () => true): Item | undefined {
    for (const [owner, [first]] of this.queues) if (isWanted(owner)) return first;
    return undefined;
  }

  /** Returns the first owner for whom a condition holds. */
  findOwner(isWanted: (owner: Owner) => boolean): Owner | undefined {
    for (const owner of this.queues.keys()) if (isWanted(owner)) return owner;
    return undefined;
  }

  /** Takes the next item, of an owner for whom a condition holds. The owner is then behind all others. */
  shift(isWanted: (owner: Owner) => boolean = () => true): Item | undefined {
    for (const [owner, queue] of this.queues) {
      if (!isWanted(owner)) continue;
      const item = queue.shift();
      this.queues.delete(owner);
      if (queue.length > 0) this.queues.set(owner, queue);
      this.count -= 1;
      return item;
    }
    return undefined;
  }

  /** Removes an item wherever it is. */
  remove(owner: Owner, item: Item): void {
    const queue = this.queues.get(owner);
    const index = queue?.indexOf(item) ?? -1;
    if (!queue || index < 0) return;
    queue.splice(index, 1);
    if (queue.length === 0) this.queues.delete(owner);
    this.count -= 1;
  }

  /** Takes all items. */
  drain(): Item[] {
    const items = [...this.queues.values()].flat();
    this.queues.clear();
    this.count = 0;
    return items;
  }
}
