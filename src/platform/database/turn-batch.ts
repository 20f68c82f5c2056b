import { DatabaseBusyError } from './database-busy-error';
import { type Position, currentPosition, isTracing, runForAll } from '../tracing/spans';
import { outsideOfRequests } from '../limits/outside-of-requests';

interface Pending<Item, Result> {
  readonly item: Item;
  /** Clock time in ms. */
  readonly addedAt: number;
  /** Of the request in its trace. */
  readonly position: Position | undefined;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

interface Limits {
  /** Items of a batch; unlimited by default. */
  readonly maxSize?: number;
  /** Batches that may run at once; unlimited by default. Items that arrive meanwhile form the next batch. */
  readonly maxRunning?: number;
  /** Items that may wait for a batch; more are refused. Unlimited by default. */
  readonly maxWaiting?: number;
  /** Time after which a waiting item is refused; unlimited by default. */
  readonly maxWaitMs?: number;
}

/**
 * Collects the items that concurrent requests add in one turn of the event loop, and handles them together: one statement
 * instead of one for each request. Without other batches, an item waits only until the end of the turn.
 */
export class TurnBatch<Item, Result> {
  private waiting: Pending<Item, Result>[] = [];
  private running = 0;
  private isScheduled = false;
  private expiry: NodeJS.Timeout | undefined;

  /**
   * @param handle returns one result for each item, in their order; if it rejects, every item does. The batch counts as
   * running until it resolves
   */
  constructor(
    private readonly handle: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
    private readonly limits: Limits = {},
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length >= (this.limits.maxWaiting ?? Infinity)) {
        reject(new DatabaseBusyError('too many statements wait for the database'));
        return;
      }
      this.waiting.push({ item, addedAt: Date.now(), position: currentPosition(), resolve, reject });
      if (this.isScheduled) return;
      this.isScheduled = true;
      setImmediate(() => {
        this.isScheduled = false;
        this.start();
      });
    });
  }

  private start(): void {
    const { maxSize = Infinity, maxRunning = Infinity } = this.limits;
    while (this.waiting.length > 0 && this.running < maxRunning) {
      const batch = this.waiting.splice(0, maxSize);
      // A batch is not part of the request or transaction of its first item.
      const run = (): void => void this.run(batch);
      outsideOfRequests(() => {
        if (isTracing())
          runForAll(
            batch.map(({ position }) => position),
            run,
          );
        else run();
      });
    }
    this.limitWait();
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

  /** Refuses the items that have waited too long, and comes back for the next one. */
  private limitWait(): void {
    const { maxWaitMs } = this.limits;
    clearTimeout(this.expiry);
    if (maxWaitMs === undefined) return;
    const now = Date.now();
    while (this.waiting[0] && this.waiting[0].addedAt + maxWaitMs <= now)
      this.waiting.shift()?.reject(new DatabaseBusyError('a statement waited too long for the database'));
    const [next] = this.waiting;
    if (!next) return;
    this.expiry = setTimeout(
      () => {
        this.limitWait();
      },
      next.addedAt + maxWaitMs - now,
    ).unref();
  }
}
