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
  private readonly waiting: (() => void)[] = [];
  private isScheduled = false;

  add(begin: () => void): void {
    this.waiting.push(begin);
    this.beginLater();
  }

  private beginLater(): void {
    if (this.isScheduled || this.waiting.length === 0) return;
    this.isScheduled = true;
    const acceptedBefore = acceptedConnections();
    setImmediate(() => {
      const isAccepting = acceptedConnections() > acceptedBefore;
      // Each leaves the queue before it begins: one that throws must not stop the others, nor begin again.
      const begun = this.waiting.splice(0, isAccepting ? MAX_BEGINS_WHILE_ACCEPTING : MAX_BEGINS);
      try {
        for (let begin = begun.shift(); begin; begin = begun.shift()) begin();
      } finally {
        this.waiting.unshift(...begun);
        this.isScheduled = false;
        this.beginLater();
      }
    });
  }
}
