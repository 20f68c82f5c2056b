import { Injectable } from '@nestjs/common';
import { changeCount } from '../../shared/counts';
import { LowestFirst } from '../../shared/lowest-first';
import { RoundRobin } from '../../shared/round-robin';
import { gauge, histogram } from '../metrics/instruments';
import { acceptedConnections } from './accepted-connections';
import { setCurrentCaller } from './current-turns';
import { limitsHit } from './limits-hit';
import { RecentUse } from './recent-use';
import { TooBusyException } from './too-busy.exception';
import { TooManyRequestsException } from './too-many-requests.exception';
import { type WorkOwner, keyOf } from './work-owner';

/** Time for work in one turn of the event loop. Then others are served: new requests, the database, health checks. */
const MAX_TURN_MS = 2;
/**
 * The same while messages or parts of lists wait, whose pieces are long, or more pieces than well-behaved callers have: a call passes
 * several turns, so they decide how long it takes.
 */
const MAX_CROWDED_TURN_MS = 0.5;
const CROWD = 100;

const LONG_MS = 5;
/** How long a caller rests after a long piece, in times that it took: others have two thirds of the time. */
const REST = 2;
/**
 * After a turn that took long, because a piece was long, or in which a connection was accepted, connections are accepted first:
 * Node accepts one in each turn of the event loop, so that a new caller would wait for the work of each connection before it.
 */
const MAX_TURNS_OF_ACCEPTING = 64;
/** They also take the requests that each new connection brings, and could so postpone all turns. */
const MAX_MS_OF_ACCEPTING = 5;

/** More than the calls of all requests that one caller usually has open, with their parts. */
const MAX_WAITING_OF_CALLER = 2_000;
/** Of all accounts, and of all networks: addresses are cheap, and must not shut accounts out. */
const MAX_WAITING = 20_000;

const RETRY_AFTER_SECONDS = 2;

/** Message for a caller while too many pieces of all callers wait. */
export const TOO_BUSY = `Too many calls wait; try again in ${RETRY_AFTER_SECONDS} seconds`;

/** What messages and checks of a caller count after half a minute is half. They are limited per minute. */
const HALF_LIFE_MS = 30_000;

/** Pieces that wait, by owner. */
class Calls extends RoundRobin<string, () => void> {}
/** Those of callers that used least lately come first. */
class RankedPieces extends LowestFirst<string, () => void> {}

const LANES = ['calls', 'parts', 'messages', 'checks'] as const;
type Lane = (typeof LANES)[number];

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
 * many pieces others have. Accounts, networks, and the messages of each get one in turn, too: addresses are cheap, and neither
 * shut accounts out nor delay a message, which takes several pieces. Of messages, those of callers that sent the fewest characters
 * lately come first: most emergencies are short, and one from a new network passes long ones from any number of networks. A piece is
 * what runs after `take` until the next wait for something else.
 */
@Injectable()
export class FairTurns {
  private readonly waiting = {
    calls: { accounts: new Calls(), networks: new Calls() },
    messages: { accounts: new RankedPieces(), networks: new RankedPieces() },
    checks: { accounts: new RankedPieces(), networks: new RankedPieces() },
  };
  private readonly used = new RecentUse(HALF_LIFE_MS);
  /** The one to serve next is the first. */
  private readonly queues = Object.values(this.waiting).flatMap(({ accounts, networks }) => [
    accounts,
    networks,
  ]);
  private readonly waitingOf: Record<Lane, number> = { calls: 0, parts: 0, messages: 0, checks: 0 };
  /** Parts of calls that have begun and wait, by caller. They go before its other calls: a begun call may hold locks. */
  private readonly partsOf = new Map<string, number>();
  private isTurnOpen = false;
  private turnBeganAt = 0;
  private acceptedBefore = 0;
  private wasTurnLong = false;
  /** Keys of callers whose last piece was long, and until when they rest. */
  private readonly resting = new Map<string, number>();
  private turnEndsAt = 0;

  constructor() {
    waitingTurns.observe(() =>
      LANES.map((lane): [{ lane: Lane }, number] => [{ lane }, this.waitingOf[lane]]),
    );
  }

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
   * Returns when it is the turn of the next piece of work on a caller's messages, as `take` does, but refuses none: a message may
   * describe an emergency, and messages have limits of their own. They do not wait behind other calls of the caller.
   */
  takeForMessage(owner: WorkOwner): Promise<void> | undefined {
    return this.takeIn('messages', owner);
  }

  /** Counts a message of a caller before its first piece. */
  countMessage(owner: WorkOwner, characters: number): void {
    this.used.add(keyIn('messages', owner), characters);
  }

  /**
   * Returns when it is the turn to check credentials that may be refused, or to refuse a call without any. Throws as `take` does. A
   * caller that was not checked lately passes those that were, and calls of the network do not wait for checks.
   */
  takeForCheck(owner: WorkOwner): Promise<void> | undefined {
    this.used.add(keyIn('checks', owner), 1);
    return this.takeIn('checks', owner, () => {
      this.assertRoom('checks', owner);
    });
  }

  /** Sets the caller of the running request, whose further pieces of work take turns. None of them is refused. */
  setCaller(owner: WorkOwner): void {
    setCurrentCaller({ key: keyOf(owner), takeTurn: () => this.takeIn('parts', owner) });
  }

  /** @param assertMayWait throws if the piece must not wait */
  private takeIn(lane: Lane, owner: WorkOwner, assertMayWait?: () => void): Promise<void> | undefined {
    if (this.mayStart(keyIn(lane, owner))) return undefined;
    assertMayWait?.();
    return this.enqueue(lane, owner);
  }

  private assertRoom(lane: 'calls' | 'checks', owner: WorkOwner): void {
    const queue = this.waiting[lane][kindOf(owner)];
    const waitingOfCaller = queue.sizeOf(keyIn(lane, owner));
    if (waitingOfCaller >= MAX_WAITING_OF_CALLER) {
      limitsHit.add({ limit: `waiting ${lane} per caller` });
      throw new TooManyRequestsException(
        `Too many of your calls wait; try again in ${RETRY_AFTER_SECONDS} seconds, with fewer at once`,
        RETRY_AFTER_SECONDS,
      );
    }
    // The first check of a network may be that of a person who describes an emergency.
    const isFirstCheck = lane === 'checks' && waitingOfCaller === 0;
    if (queue.size >= MAX_WAITING && !isFirstCheck) {
      limitsHit.add({ limit: `waiting ${lane} in all` });
      throw new TooBusyException(TOO_BUSY, RETRY_AFTER_SECONDS);
    }
  }

  private mayStart(key: string): boolean {
    const isFree = this.isRested(key) && !this.hasServable() && this.hasTime();
    // Only then, because it takes longer than all the rest of a short call's turn.
    if (isFree && this.wasTurnLong) this.watchPiece(key);
    return isFree;
  }

  private isRested = (key: string): boolean => {
    const until = this.resting.get(key);
    return until === undefined || performance.now() >= until;
  };

  private hasServable(): boolean {
    if (this.resting.size === 0) return this.countWaiting() > 0;
    return this.queues.some((queue) => queue.findOwner(this.isRested) !== undefined);
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

  private countWaiting(): number {
    return this.queues.reduce((sum, { size }) => sum + size, 0);
  }

  private enqueue(lane: Lane, owner: WorkOwner): Promise<void> {
    const since = performance.now();
    const key = keyIn(lane, owner);
    this.waitingOf[lane] += 1;
    const parts = this.partsOf.get(key) ?? 0;
    if (lane === 'parts') changeCount(this.partsOf, key, 1);
    return new Promise((resolve) => {
      const start = () => {
        this.watchPiece(key, this.startWaiting);
        this.waitingOf[lane] -= 1;
        if (lane === 'parts') changeCount(this.partsOf, key, -1);
        turnWaits.recordSeconds({ lane }, since);
        resolve();
      };
      const kind = kindOf(owner);
      if (lane === 'calls') this.waiting.calls[kind].push(key, start);
      else if (lane === 'parts') this.waiting.calls[kind].push(key, start, parts);
      else this.waiting[lane][kind].push(key, start, this.used.of(key));
    });
  }

  private hasTime(): boolean {
    const now = performance.now();
    if (this.isTurnOpen) return now < this.turnEndsAt;
    this.isTurnOpen = true;
    const isCrowded = this.waitingOf.messages > 0 || this.waitingOf.parts > 0 || this.countWaiting() > CROWD;
    this.turnEndsAt = now + (isCrowded ? MAX_CROWDED_TURN_MS : MAX_TURN_MS);
    this.turnBeganAt = now;
    this.acceptedBefore = acceptedConnections();
    setImmediate(() => {
      this.wasTurnLong = performance.now() - this.turnBeganAt > LONG_MS;
      if (this.wasTurnLong || acceptedConnections() > this.acceptedBefore)
        this.acceptConnections(MAX_TURNS_OF_ACCEPTING, performance.now() + MAX_MS_OF_ACCEPTING);
      else this.beginTurn();
    });
    return true;
  }

  /** Begins the next turn when no connection waits to be accepted. */
  private acceptConnections(maxTurns: number, endsAt: number): void {
    const before = acceptedConnections();
    setImmediate(() => {
      const hasTime = maxTurns > 0 && performance.now() < endsAt;
      if (hasTime && acceptedConnections() > before) this.acceptConnections(maxTurns - 1, endsAt);
      else this.beginTurn();
    });
  }

  private beginTurn(): void {
    this.isTurnOpen = false;
    this.startWaiting();
  }

  /** Starts pieces, one after the other has reached its next wait, until the turn is over. */
  private startWaiting = (): void => {
    if (this.hasServable() && this.hasTime()) this.shift()?.();
  };

  /** Takes the next piece, of each queue in turn. */
  private shift(): (() => void) | undefined {
    for (const queue of this.queues) {
      const next = queue.shift(this.isRested);
      if (!next) continue;
      this.queues.push(...this.queues.splice(this.queues.indexOf(queue), 1));
      return next;
    }
    return undefined;
  }
}

function kindOf({ accountId }: WorkOwner): 'accounts' | 'networks' {
  return accountId === null ? 'networks' : 'accounts';
}

/** Returns the key of a caller's pieces: those of messages and checks rest and wait apart from others. */
function keyIn(lane: Lane, owner: WorkOwner): string {
  return lane === 'messages' || lane === 'checks' ? `${lane} of ${keyOf(owner)}` : keyOf(owner);
}
