import { acceptedConnections } from './accepted-connections';

/** Time for work in one turn of the event loop. Then others are served: new requests, the database, health checks. */
const MAX_TURN_MS = 2;
/**
 * The same while messages or parts of lists wait, whose pieces are long, or more pieces than well-behaved callers have: a call passes
 * several turns, so they decide how long it takes.
 */
const MAX_CROWDED_TURN_MS = 0.5;

/** A turn or a piece of work that takes longer is long. */
export const LONG_MS = 5;
/**
 * After a turn that took long, because a piece was long, or in which a connection was accepted, connections are accepted first:
 * Node accepts one in each turn of the event loop, so that a new caller would wait for the work of each connection before it.
 */
const MAX_TURNS_OF_ACCEPTING = 64;
/** They also take the requests that each new connection brings, and could so postpone all turns. */
const MAX_MS_OF_ACCEPTING = 5;

/** Divides the time of the event loop into turns with a limited time for work. */
export class TurnClock {
  private isOpen = false;
  private beganAt = 0;
  private endsAt = 0;
  private acceptedBefore = 0;
  private wasLong = false;

  /** @param onTurn is called when a turn begins after another */
  constructor(private readonly onTurn: () => void) {}

  /** Whether the last turn took long. */
  get wasTurnLong(): boolean {
    return this.wasLong;
  }

  /** Returns whether the turn has time for a piece of work. Opens one if none is. */
  hasTime(isCrowded: () => boolean): boolean {
    const now = performance.now();
    if (this.isOpen) return now < this.endsAt;
    this.isOpen = true;
    this.endsAt = now + (isCrowded() ? MAX_CROWDED_TURN_MS : MAX_TURN_MS);
    this.beganAt = now;
    this.acceptedBefore = acceptedConnections();
    setImmediate(() => {
      this.wasLong = performance.now() - this.beganAt > LONG_MS;
      if (this.wasLong || acceptedConnections() > this.acceptedBefore)
        this.acceptConnections(MAX_TURNS_OF_ACCEPTING, performance.now() + MAX_MS_OF_ACCEPTING);
      else this.begin();
    });
    return true;
  }

  /** Begins the next turn when no connection waits to be accepted. */
  private acceptConnections(maxTurns: number, endsAt: number): void {
    const before = acceptedConnections();
    setImmediate(() => {
      const hasTime = maxTurns > 0 && performance.now() < endsAt;
      if (hasTime && acceptedConnections() > before) this.acceptConnections(maxTurns - 1, endsAt);
      else this.begin();
    });
  }

  private begin(): void {
    this.isOpen = false;
    this.onTurn();
  }
}
