import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { RoundRobin } from '../../shared/round-robin';
import { gauge, histogram } from '../metrics/instruments';
import { limitsHit } from './limits-hit';
import { TooManyRequestsException } from './too-many-requests.exception';

/** Time for work in one turn of the event loop. Then others are served: new requests, the database, health checks. */
const MAX_TURN_MS = 2;
/**
 * The same while messages wait, whose pieces are long, or more pieces than well-behaved callers have: a call passes several turns, so
 * they decide how long it takes.
 */
const MAX_CROWDED_TURN_MS = 0.5;
const CROWD = 100;

/** More than the calls of all requests that one caller usually has open. */
const MAX_WAITING_OF_CALLER = 2_000;
const MAX_WAITING = 20_000;

const RETRY_AFTER_SECONDS = 2;

type Lane = 'calls' | 'messages';

const waitingTurns = gauge<{ lane: Lane }>({
  name: 'platform_turns_waiting',
  help: 'Pieces of work that wait for their turn of the processor, by lane',
  labels: ['lane'],
  ofProcesses: 'sum',
});

const turnWaits = histogram<{ lane: Lane }>({
  name: 'platform_turn_wait_seconds',
  help: 'Waits of pieces of work for their turn of the processor, by lane; those that need not wait are not counted',
  labels: ['lane'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

/**
 * Shares the processor among callers: while there is more work than time, each caller gets one piece of work in turn, however
 * many pieces others have. A piece is what runs after `take` until the next wait for something else.
 */
@Injectable()
export class FairTurns {
  private readonly waiting = new RoundRobin<string, () => void>();
  private readonly waitingOf: Record<Lane, number> = { calls: 0, messages: 0 };
  private isTurnOpen = false;
  private turnEndsAt = 0;

  constructor() {
    waitingTurns.observe(() => [
      [{ lane: 'calls' }, this.waitingOf.calls],
      [{ lane: 'messages' }, this.waitingOf.messages],
    ]);
  }

  /**
   * Returns when it is the turn of a caller's next piece of work: undefined for now. Then go on without any `await`, so that
   * the time of the piece counts.
   * @param caller an account or a network
   * @throws TooManyRequestsException if too many pieces of the caller wait
   * @throws ServiceUnavailableException if too many pieces of all callers wait
   */
  take(caller: string): Promise<void> | undefined {
    if (this.isFree()) return undefined;
    if (this.waiting.sizeOf(caller) >= MAX_WAITING_OF_CALLER) {
      limitsHit.add({ limit: 'waiting calls per caller' });
      throw new TooManyRequestsException(
        `Too many of your calls wait; try again in ${RETRY_AFTER_SECONDS} seconds, with fewer at once`,
        RETRY_AFTER_SECONDS,
      );
    }
    if (this.waiting.size >= MAX_WAITING) {
      limitsHit.add({ limit: 'waiting calls in all' });
      throw new ServiceUnavailableException('Too many calls wait; please try again in a few seconds');
    }
    return this.enqueue(caller, 'calls');
  }

  /** Returns when it is the turn of what follows a call, as `take` does, but refuses none: the call has run. */
  takeForResult(caller: string): Promise<void> | undefined {
    return this.isFree() ? undefined : this.enqueue(caller, 'calls');
  }

  /**
   * Returns when it is the turn of the next piece of work on a caller's messages, as `take` does, but refuses none: a message may
   * describe an emergency, and messages have limits of their own. They do not wait behind other calls of the caller.
   */
  takeForMessage(caller: string): Promise<void> | undefined {
    return this.isFree() ? undefined : this.enqueue(`messages of ${caller}`, 'messages');
  }

  private isFree(): boolean {
    return this.waiting.size === 0 && this.hasTime();
  }

  private enqueue(key: string, lane: Lane): Promise<void> {
    const since = performance.now();
    this.waitingOf[lane] += 1;
    return new Promise((resolve) => {
      this.waiting.push(key, () => {
        this.waitingOf[lane] -= 1;
        turnWaits.recordSeconds({ lane }, since);
        resolve();
      });
    });
  }

  private hasTime(): boolean {
    const now = performance.now();
    if (this.isTurnOpen) return now < this.turnEndsAt;
    this.isTurnOpen = true;
    const isCrowded = this.waitingOf.messages > 0 || this.waiting.size > CROWD;
    this.turnEndsAt = now + (isCrowded ? MAX_CROWDED_TURN_MS : MAX_TURN_MS);
    setImmediate(() => {
      this.isTurnOpen = false;
      this.startWaiting();
    });
    return true;
  }

  /** Starts pieces, one after the other has reached its next wait, until the turn is over. */
  private startWaiting = (): void => {
    if (this.waiting.size === 0 || !this.hasTime()) return;
    this.waiting.shift()?.();
    queueMicrotask(() => {
      process.nextTick(this.startWaiting);
    });
  };
}
