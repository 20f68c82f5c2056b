interface Pending<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

interface Limits {
  readonly maxSize: number;
  /** Batches that may run at once. Items that arrive meanwhile form the next batch. */
  readonly maxRunning: number;
}

/**
 * Collects the items that concurrent requests add in one turn of the event loop, and handles them together: one statement
 * instead of one for each request. An item that is alone waits only until the end of the turn.
 */
export class TurnBatch<Item, Result> {
  private waiting: Pending<Item, Result>[] = [];
  private running = 0;
  private isScheduled = false;

  /** @param handle returns one result for each item, in their order; if it rejects, every item does */
  constructor(
    private readonly handle: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
    private readonly limits: Limits,
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.isScheduled) return;
      this.isScheduled = true;
      setImmediate(() => {
        this.isScheduled = false;
        this.start();
      });
    });
  }

  private start(): void {
    while (this.waiting.length > 0 && this.running < this.limits.maxRunning)
      void this.run(this.waiting.splice(0, this.limits.maxSize));
  }

  private async run(batch: readonly Pending<Item, Result>[]): Promise<void> {
    this.running += 1;
    try {
      const results = await this.handle(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result === undefined) reject(new TypeError('an item of a batch has no result'));
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.running -= 1;
      this.start();
    }
  }
}
