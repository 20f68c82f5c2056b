import { changeCount } from '../../shared/counts';
import { RoundRobin } from '../../shared/round-robin';
import { limitsHit } from './limits-hit';
import { TooBusyException } from './too-busy.exception';
import { TooManyRequestsException } from './too-many-requests.exception';

const RETRY_AFTER_SECONDS = 10;

interface QueuedLimitOptions {
  /** What is limited, in the metrics and the error messages: `exports`. */
  readonly content: string;
  /** Operations that run at once, of one key and of all. */
  readonly perKey: number;
  readonly inAll: number;
  /** Limits of operations that wait; unlimited by default. */
  readonly waiting?: {
    readonly perKey: number;
    readonly inAll: number;
    /** Time after which a waiting operation is refused. */
    readonly maxMs: number;
  };
}

/**
 * Limits how many operations run at once, of each key and of all. Further ones wait: those of a key in their order, and keys in
 * turn. Counts in memory, for this process only. `ConcurrencyLimit` refuses at once instead.
 */
export class QueuedLimit {
  private readonly running = new Map<string, number>();
  private runningInAll = 0;
  private readonly waiting = new RoundRobin<string, () => void>();

  constructor(private readonly options: QueuedLimitOptions) {}

  /**
   * Takes a slot of the key when one is free.
   * @param signal ends the wait
   * @returns a function that frees the slot; further calls of it do nothing
   * @throws TooManyRequestsException if too many operations of the key wait, or one of them too long
   * @throws TooBusyException if too many operations of all keys wait
   * @throws the signal's reason if it is aborted
   */
  async enter(key: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.hasRoomFor(key)) return this.begin(key);
    const { content, waiting } = this.options;
    if (waiting && this.waiting.sizeOf(key) >= waiting.perKey) throw this.refusalOfKey();
    if (waiting && this.waiting.size >= waiting.inAll) {
      limitsHit.add({ limit: `${content} in all` });
      throw new TooBusyException(`too many ${content} wait: try again in a while`, RETRY_AFTER_SECONDS);
    }
    return this.wait(key, signal);
  }

  /** Does something in a slot of the key. @throws what `enter` throws, and the reason why it fails */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const leave = await this.enter(key);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  private async wait(key: string, signal: AbortSignal | undefined): Promise<() => void> {
    const leave = await new Promise<(() => void) | undefined>((resolve) => {
      const endWait = (result: (() => void) | undefined) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        resolve(result);
      };
      const start = () => {
        endWait(this.begin(key));
      };
      const giveUp = () => {
        this.waiting.remove(key, start);
        endWait(undefined);
      };
      const maxMs = this.options.waiting?.maxMs;
      const timer = maxMs === undefined ? undefined : setTimeout(giveUp, maxMs);
      signal?.addEventListener('abort', giveUp);
      this.waiting.push(key, start);
    });
    if (leave) return leave;
    signal?.throwIfAborted();
    throw this.refusalOfKey();
  }

  private begin(key: string): () => void {
    this.count(key, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.count(key, -1);
      this.startWaiting();
    };
  }

  private startWaiting(): void {
    while (this.runningInAll < this.options.inAll) {
      const start = this.waiting.shift(this.isBelowLimit);
      if (!start) return;
      start();
    }
  }

  private hasRoomFor(key: string): boolean {
    return this.runningInAll < this.options.inAll && this.isBelowLimit(key);
  }

  private isBelowLimit = (key: string): boolean => (this.running.get(key) ?? 0) < this.options.perKey;

  private count(key: string, change: 1 | -1): void {
    this.runningInAll += change;
    changeCount(this.running, key, change);
  }

  private refusalOfKey(): TooManyRequestsException {
    const { content } = this.options;
    limitsHit.add({ limit: `${content} per caller` });
    return new TooManyRequestsException(
      `too many of your ${content} at one time: try again in a while`,
      RETRY_AFTER_SECONDS,
    );
  }
}
