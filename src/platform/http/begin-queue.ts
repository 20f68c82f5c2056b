import { acceptedConnections } from '../limits/accepted-connections';

/**
 * Pipelined requests that begin in one turn of the event loop. Some take no turn of `FairTurns`: probes, stored responses, and what is
 * refused before one.
 */
const MAX_BEGINS = 4;
/** The same while connections arrive: Node accepts one in each turn, and a new caller waits for the turns before its own. */
const MAX_BEGINS_WHILE_ACCEPTING = 1;

/** Begins the pipelined requests of all connections, in the order in which their turn came, a few in each turn of the event loop. */
export class BeginQueue {
  private waiting: (() => void)[] = [];

  add(begin: () => void): void {
    this.waiting.push(begin);
    if (this.waiting.length === 1) this.beginLater();
  }

  private beginLater(): void {
    const acceptedBefore = acceptedConnections();
    setImmediate(() => {
      const isAccepting = acceptedConnections() > acceptedBefore;
      const begun = this.waiting.slice(0, isAccepting ? MAX_BEGINS_WHILE_ACCEPTING : MAX_BEGINS);
      for (const begin of begun) begin();
      this.waiting = this.waiting.slice(begun.length);
      if (this.waiting.length > 0) this.beginLater();
    });
  }
}
