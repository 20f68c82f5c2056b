import { Injectable, RequestTimeoutException } from '@nestjs/common';
import { currentClient, setCurrentCaller } from './current-turns';
import { limitsHit } from './limits-hit';
import { TooBusyException } from './too-busy.exception';
import { TooManyRequestsException } from './too-many-requests.exception';
import { LONG_MS, TurnClock } from './turn-clock';
import { keyIn, type Lane, type LimitedLane, WaitingPieces } from './waiting-pieces';
import { type WorkOwner, keyOf } from './work-owner';

/** More pieces than well-behaved callers have. */
const CROWD = 100;

/** How long a caller rests after a long piece, in times that it took: others have two thirds of the time. */
const REST = 2;

/** More than the calls of all requests that one caller usually has open, with their parts. */
const MAX_WAITING_OF_CALLER = 2_000;
/** Of all accounts, and of all networks: addresses are cheap, and must not shut accounts out. */
const MAX_WAITING = 20_000;
/** The same of messages: each keeps about 0.2 MB, with what is known of its conversation. */
export const MAX_WAITING_MESSAGES = 2_000;

const RETRY_AFTER_SECONDS = 2;

/** Message for a caller while too many pieces of all callers wait. */
export const TOO_BUSY = `Too many calls wait; try again in ${RETRY_AFTER_SECONDS} seconds`;

/**
 * Shares the processor among callers: while there is more work than time, each caller gets one piece of work in turn, however
 * many pieces others have, in the order of `WaitingPieces`. A piece is what runs after `take` until the next wait for something
 * else.
 */
@Injectable()
export class FairTurns {
  private readonly waiting = new WaitingPieces();
  private readonly clock = new TurnClock(() => {
    this.startWaiting();
  });
  /** Keys of callers whose last piece was long, and until when they rest. */
  private readonly resting = new Map<string, number>();

  /**
   * Returns when it is the turn of a caller's next piece of work: undefined for now. Then go on without any `await`, so that
   * the time of the piece counts.
   * @throws TooManyRequestsException if too many pieces of the caller wait
   * @throws TooBusyException if too many pieces of all accounts wait, or of all networks
   */
  take(owner: WorkOwner): Promise<void> | undefined {
    return this.takeIn('calls', owner, () => {
      this.assertRoom('calls', owner);
    });
  }

  /** Returns as `take` does, but refuses none: for the reading of a request, of which a connection has one at a time. */
  takeForReading(owner: WorkOwner): Promise<void> | undefined {
    return this.takeIn('calls', owner);
  }

  /**
   * Returns when it is the turn of the next piece of work on a caller's messages, as `take` does. They do not wait behind other calls of
   * the caller. While too many messages of all accounts or networks wait, the oldest of the sender that sent the most is refused, and
   * none of a sender that sent little: it may describe an emergency.
   * @throws TooBusyException if the message is refused
   * @throws RequestTimeoutException if the client of the running request disconnects while the message waits
   */
  takeForMessage(owner: WorkOwner): Promise<void> | undefined {
    const key = keyIn('messages', owner);
    if (this.mayStart(key)) return undefined;
    const client = currentClient();
    return new Promise((resolve, reject) => {
      const leave = () => {
        remove();
        reject(new RequestTimeoutException('the client disconnected'));
      };
      const remove = this.waiting.add('messages', owner, {
        start: () => {
          client?.removeEventListener('abort', leave);
          this.watchPiece(key, this.startWaiting);
          resolve();
        },
        refuse: (error) => {
          client?.removeEventListener('abort', leave);
          remove();
          reject(error);
        },
      });
      if (client?.aborted) leave();
      else client?.addEventListener('abort', leave, { once: true });
      this.makeRoomForMessages(owner);
    });
  }

  /** Returns as `takeForMessage` does, for the reply to a message. Without an emergency, it waits for messages of others. */
  takeForReply(owner: WorkOwner, isEmergency: boolean): Promise<void> | undefined {
    return this.takeIn(isEmergency ? 'messages' : 'replies', owner);
  }

  /**
   * Returns as `takeForMessage` does, for the reading of a batch of messages. It waits for messages of others, but messages of the
   * caller that are sent alone do not wait behind it.
   */
  takeForMessageBatch(owner: WorkOwner): Promise<void> | undefined {
    this.waiting.countBatch(owner);
    return this.takeIn('batches', owner);
  }

  /** Counts a message of a caller before its first piece. */
  countMessage(owner: WorkOwner, characters: number): void {
    this.waiting.countMessage(owner, characters);
  }

  /**
   * Returns when it is the turn to check credentials that may be refused, or to refuse a call without any. Throws as `take` does. A
   * caller that was not checked lately passes those that were, and calls of the network do not wait for checks.
   */
  takeForCheck(owner: WorkOwner): Promise<void> | undefined {
    return this.takeRanked('checks', owner);
  }

  /**
   * Returns when it is the turn to refuse credentials, or a message with an invalid input, as `takeForCheck` does. Neither calls,
   * checks nor messages of the caller wait behind it.
   */
  takeForRefusal(owner: WorkOwner): Promise<void> | undefined {
    return this.takeRanked('refusals', owner);
  }

  /**
   * Sets the caller of the running request, whose further pieces of work take turns. None of them is refused.
   * @param client returns a signal that is aborted when the client disconnects
   */
  setCaller(owner: WorkOwner, client?: () => AbortSignal): void {
    setCurrentCaller({ key: keyOf(owner), takeTurn: () => this.takeIn('parts', owner), client });
  }

  private makeRoomForMessages(owner: WorkOwner): void {
    if (this.waiting.countMessages(owner) <= MAX_WAITING_MESSAGES) return;
    const refuse = this.waiting.findHeaviestMessage(owner)?.refuse;
    if (!refuse) return;
    limitsHit.add({ limit: 'waiting messages in all' });
    refuse(new TooBusyException(TOO_BUSY, RETRY_AFTER_SECONDS));
  }

  private takeRanked(lane: 'checks' | 'refusals', owner: WorkOwner): Promise<void> | undefined {
    this.waiting.countCheck(lane, owner);
    return this.takeIn(lane, owner, () => {
      this.assertRoom(lane, owner);
    });
  }

  /** @param assertMayWait throws if the piece must not wait */
  private takeIn(lane: Lane, owner: WorkOwner, assertMayWait?: () => void): Promise<void> | undefined {
    const key = keyIn(lane, owner);
    if (this.mayStart(key)) return undefined;
    assertMayWait?.();
    return new Promise((resolve) => {
      this.waiting.add(lane, owner, {
        start: () => {
          this.watchPiece(key, this.startWaiting);
          resolve();
        },
      });
    });
  }

  private assertRoom(lane: LimitedLane, owner: WorkOwner): void {
    const { ofCaller, ofAll } = this.waiting.count(lane, owner);
    if (ofCaller >= MAX_WAITING_OF_CALLER) {
      limitsHit.add({ limit: `waiting ${lane} per caller` });
      throw new TooManyRequestsException(
        `Too many of your calls wait; try again in ${RETRY_AFTER_SECONDS} seconds, with fewer at once`,
        RETRY_AFTER_SECONDS,
      );
    }
    // The first check of a network may be that of a person who describes an emergency.
    const isFirstCheck = lane === 'checks' && ofCaller === 0;
    if (ofAll >= MAX_WAITING && !isFirstCheck) {
      limitsHit.add({ limit: `waiting ${lane} in all` });
      throw new TooBusyException(TOO_BUSY, RETRY_AFTER_SECONDS);
    }
  }

  private mayStart(key: string): boolean {
    const isFree = this.isRested(key) && !this.hasServable() && this.hasTime();
    // Only then, because it takes longer than all the rest of a short call's turn.
    if (isFree && this.clock.wasTurnLong) this.watchPiece(key);
    return isFree;
  }

  private isRested = (key: string): boolean => {
    const until = this.resting.get(key);
    return until === undefined || performance.now() >= until;
  };

  private hasServable(): boolean {
    if (this.resting.size === 0) return this.waiting.size > 0;
    return this.waiting.findOwner(this.isRested) !== undefined;
  }

  /** Lets a caller rest after the piece that starts now, if it is long. @param next what then starts */
  private watchPiece(key: string, next?: () => void): void {
    const since = performance.now();
    queueMicrotask(() => {
      process.nextTick(() => {
        const took = performance.now() - since;
        if (took > LONG_MS) this.rest(key, REST * took);
        next?.();
      });
    });
  }

  private rest(key: string, milliseconds: number): void {
    this.resting.set(key, performance.now() + milliseconds);
    setTimeout(() => {
      this.resting.delete(key);
      this.startWaiting();
    }, milliseconds);
  }

  private hasTime(): boolean {
    return this.clock.hasTime(() => this.waiting.hasLongPieces || this.waiting.size > CROWD);
  }

  /** Starts pieces, one after the other has reached its next wait, until the turn is over. */
  private startWaiting = (): void => {
    if (this.hasServable() && this.hasTime()) this.waiting.shift(this.isRested)?.start();
  };
}
