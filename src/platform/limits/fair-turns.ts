import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { TooManyRequestsException } from './too-many-requests.exception';

/** Time for work in one turn of the event loop. Then others are served: new requests, the database, health checks. */
const MAX_TURN_MS = 5;

/** More than the calls of all requests that one caller usually has open. */
const MAX_WAITING_OF_CALLER = 2_000;
const MAX_WAITING = 20_000;

const RETRY_AFTER_SECONDS = 2;

/**
 * Shares the processor among callers: while there is more work than time, each caller gets one piece of work in turn, however
 * many pieces others have. A piece is what runs after `take` until the next wait for something else.
 */
@Injectable()
export class FairTurns {
  /** What each caller waits for. The first caller is the next one. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private waitingCount = 0;
  private isTurnOpen = false;
  private turnEndsAt = 0;

  /**
   * Returns when it is the turn of a caller's next piece of work: undefined for now. Then go on without any `await`, so that
   * the time of the piece counts.
   * @param caller an account or a network
   * @throws TooManyRequestsException if too many pieces of the caller wait
   * @throws ServiceUnavailableException if too many pieces of all callers wait
   */
  take(caller: string): Promise<void> | undefined {
    if (this.isFree()) return undefined;
    if ((this.waiting.get(caller)?.length ?? 0) >= MAX_WAITING_OF_CALLER)
      throw new TooManyRequestsException(
        `Too many of your calls wait; try again in ${RETRY_AFTER_SECONDS} seconds, with fewer at once`,
        RETRY_AFTER_SECONDS,
      );
    if (this.waitingCount >= MAX_WAITING)
      throw new ServiceUnavailableException('Too many calls wait; please try again in a few seconds');
    return this.enqueue(caller);
  }

  /**
   * Returns when it is the turn of the next piece of work on a caller's messages, as `take` does, but refuses none: a message may
   * describe an emergency, and messages have limits of their own. They do not wait behind other calls of the caller.
   */
  takeForMessage(caller: string): Promise<void> | undefined {
    return this.isFree() ? undefined : this.enqueue(`messages of ${caller}`);
  }

  private isFree(): boolean {
    return this.waitingCount === 0 && this.hasTime();
  }

  private enqueue(key: string): Promise<void> {
    const pieces = this.waiting.get(key) ?? [];
    this.waiting.set(key, pieces);
    this.waitingCount += 1;
    return new Promise((resolve) => pieces.push(resolve));
  }

  private hasTime(): boolean {
    const now = performance.now();
    if (this.isTurnOpen) return now < this.turnEndsAt;
    this.isTurnOpen = true;
    this.turnEndsAt = now + MAX_TURN_MS;
    setImmediate(() => {
      this.isTurnOpen = false;
      this.startWaiting();
    });
    return true;
  }

  /** Starts pieces, one after the other has reached its next wait, until the turn is over. */
  private startWaiting = (): void => {
    if (this.waitingCount === 0 || !this.hasTime()) return;
    this.startNext();
    queueMicrotask(() => {
      process.nextTick(this.startWaiting);
    });
  };

  private startNext(): void {
    for (const [caller, pieces] of this.waiting) {
      this.waiting.delete(caller);
      const start = pieces.shift();
      // Behind all other callers.
      if (pieces.length > 0) this.waiting.set(caller, pieces);
      this.waitingCount -= 1;
      start?.();
      return;
    }
  }
}
