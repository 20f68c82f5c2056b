import { storage } from 'nestjs-pino/storage';
import { RoundRobin } from '../../shared/round-robin';
import { DatabaseBusyError } from './database-busy-error';
import { DATABASE_WORKS, type DatabaseWork } from '../contract/database-work';

/** Part of the connections that each kind of work but `interactive` may hold: three kinds leave a quarter. */
const SHARE = 1 / 4;

/** Calls of one kind that may wait for each connection. More of them would not get one in time. */
const MAX_WAITING_PER_CONNECTION = 100;

interface Waiting {
  readonly since: number;
  readonly admit: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Decides which call gets a connection of a pool: no kind of work more than its share, and requests in turn, so that the many calls
 * of a batch do not delay those of other requests.
 */
export class ConnectionShares {
  private readonly held = new Map<DatabaseWork, number>();
  private readonly queues = new Map<DatabaseWork, RoundRobin<unknown, Waiting>>();
  private total = 0;
  private arrivals = 0;

  /**
   * @param capacity returns how many connections may be in use
   * @param maxWaitMs time after which a waiting call is refused
   */
  constructor(
    private readonly capacity: () => number,
    private readonly maxWaitMs: number,
  ) {}

  /**
   * Takes the slot of a connection.
   * @returns a function that frees it; further calls of it do nothing
   * @throws DatabaseBusyError if no slot is free in time, or too many calls wait
   */
  async enter(work: DatabaseWork): Promise<() => void> {
    if (this.queueOf(work).size > 0 || !this.hasRoom(work)) await this.waitForSlot(work);
    else this.take(work);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.total -= 1;
      this.held.set(work, this.heldBy(work) - 1);
      this.admitWaiting();
    };
  }

  /** Returns how many connections each kind of work holds, and how many calls wait for one. */
  state(): { work: DatabaseWork; held: number; waiting: number }[] {
    return DATABASE_WORKS.map((work) => ({
      work,
      held: this.heldBy(work),
      waiting: this.queues.get(work)?.size ?? 0,
    }));
  }

  /** Refuses all waiting calls. */
  refuseWaiting(error: Error): void {
    for (const queue of this.queues.values()) for (const { refuse } of queue.drain()) refuse(error);
  }

  /** Admits waiting calls while there is room; of several kinds of work, the one whose next call waits longest. */
  admitWaiting(): void {
    for (;;) {
      let oldest: { work: DatabaseWork; since: number } | undefined;
      for (const [work, queue] of this.queues) {
        const next = queue.peek();
        if (next && this.hasRoom(work) && next.since < (oldest?.since ?? Infinity))
          oldest = { work, since: next.since };
      }
      if (!oldest) return;
      this.take(oldest.work);
      this.queueOf(oldest.work).shift()?.admit();
    }
  }

  private hasRoom(work: DatabaseWork): boolean {
    const capacity = this.capacity();
    const share = work === 'interactive' ? capacity : Math.max(1, Math.floor(capacity * SHARE));
    return this.total < capacity && this.heldBy(work) < share;
  }

  private take(work: DatabaseWork): void {
    this.total += 1;
    this.held.set(work, this.heldBy(work) + 1);
  }

  private heldBy(work: DatabaseWork): number {
    return this.held.get(work) ?? 0;
  }

  private queueOf(work: DatabaseWork): RoundRobin<unknown, Waiting> {
    const queue = this.queues.get(work) ?? new RoundRobin();
    this.queues.set(work, queue);
    return queue;
  }

  private waitForSlot(work: DatabaseWork): Promise<void> {
    const queue = this.queueOf(work);
    if (queue.size >= MAX_WAITING_PER_CONNECTION * this.capacity())
      return Promise.reject(new DatabaseBusyError('too many calls wait for a connection', { pool: work }));
    // The store of a request is its own; work outside of requests has none, and takes turns together.
    const request: unknown = storage.getStore();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.remove(request, waiting);
        reject(new DatabaseBusyError('no connection to the database was free in time', { pool: work }));
      }, this.maxWaitMs);
      timer.unref();
      this.arrivals += 1;
      const waiting: Waiting = {
        since: this.arrivals,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      queue.push(request, waiting);
    });
  }
}
