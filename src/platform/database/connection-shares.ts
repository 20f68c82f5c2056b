import { changeCount } from '../../shared/counts';
import { RoundRobin } from '../../shared/round-robin';
import { currentOwner } from '../limits/current-turns';
import { DatabaseBusyError } from './database-busy-error';
import { DATABASE_WORKS, type DatabaseWork } from '../contract/database-work';

/** Part of the connections that each kind of work but `interactive` may hold: three kinds leave a quarter. */
const SHARE = 1 / 4;
/** Part of the connections of its kind that one caller may hold, so that long statements of one leave time for those of others. */
const SHARE_OF_CALLER = { interactive: 1 / 4, other: 1 / 2 };

/** Calls of one kind that may wait for each connection. More of them would not get one in time. */
const MAX_WAITING_PER_CONNECTION = 100;

interface Waiting {
  readonly work: DatabaseWork;
  readonly caller: unknown;
  readonly since: number;
  readonly admit: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Decides which call gets a connection of a pool: no kind of work and no caller more than its share, and callers in turn, so that
 * many calls of one do not delay those of others.
 */
export class ConnectionShares {
  /** Connections by kind of work and caller. */
  private readonly held = new Map<DatabaseWork, Map<unknown, number>>();
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
    // Work outside of requests has no owner, and takes turns together.
    const caller = currentOwner();
    if (this.hasRoomFor(work) && this.isBelowShare(work, caller) && !this.nextOf(work))
      this.count(work, caller, 1);
    else await this.waitForSlot(work, caller);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.count(work, caller, -1);
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
      let oldest: Waiting | undefined;
      for (const each of this.queues.keys()) {
        const next = this.nextOf(each);
        if (next && next.since < (oldest?.since ?? Infinity)) oldest = next;
      }
      if (!oldest) return;
      const { work, caller } = oldest;
      this.queueOf(work).shift((each) => each === caller);
      this.count(work, caller, 1);
      oldest.admit();
    }
  }

  /** Returns the call that waits for a connection of a kind and may have one. */
  private nextOf(work: DatabaseWork): Waiting | undefined {
    if (!this.hasRoomFor(work)) return undefined;
    return this.queueOf(work).peek((caller) => this.isBelowShare(work, caller));
  }

  private hasRoomFor(work: DatabaseWork): boolean {
    return this.total < this.capacity() && this.heldBy(work) < this.shareOf(work);
  }

  private isBelowShare(work: DatabaseWork, caller: unknown): boolean {
    if (caller === undefined) return true;
    const held = this.held.get(work)?.get(caller) ?? 0;
    if (work !== 'interactive') return held < partOf(this.shareOf(work), SHARE_OF_CALLER.other);
    // Two at least, so that a call is possible while another of the caller waits for a lock.
    return held < Math.max(2, partOf(this.shareOf(work), SHARE_OF_CALLER.interactive));
  }

  private shareOf(work: DatabaseWork): number {
    return work === 'interactive' ? this.capacity() : partOf(this.capacity(), SHARE);
  }

  private count(work: DatabaseWork, caller: unknown, change: 1 | -1): void {
    this.total += change;
    const byCaller = this.held.get(work) ?? new Map<unknown, number>();
    this.held.set(work, byCaller);
    changeCount(byCaller, caller, change);
  }

  private heldBy(work: DatabaseWork): number {
    return [...(this.held.get(work)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  }

  private queueOf(work: DatabaseWork): RoundRobin<unknown, Waiting> {
    const queue = this.queues.get(work) ?? new RoundRobin();
    this.queues.set(work, queue);
    return queue;
  }

  private waitForSlot(work: DatabaseWork, caller: unknown): Promise<void> {
    const queue = this.queueOf(work);
    if (queue.size >= MAX_WAITING_PER_CONNECTION * this.capacity())
      return Promise.reject(new DatabaseBusyError('too many calls wait for a connection', { pool: work }));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.remove(caller, waiting);
        reject(new DatabaseBusyError('no connection to the database was free in time', { pool: work }));
      }, this.maxWaitMs);
      timer.unref();
      this.arrivals += 1;
      const waiting: Waiting = {
        work,
        caller,
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
      queue.push(caller, waiting);
    });
  }
}

/** Returns at least one. */
function partOf(connections: number, part: number): number {
  return Math.max(1, Math.floor(connections * part));
}
