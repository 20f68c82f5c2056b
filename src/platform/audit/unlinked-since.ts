/** A time, and the numbers of the transactions that were running just after it. */
interface Observation {
  readonly startedAt: Date;
  readonly oldestTransaction: number;
  readonly nextTransaction: number;
}

/** Added for a statement that computes an event's id just before its transaction gets a number, and for clocks of nodes. */
const SLACK_MS = 10_000;

/**
 * Knows since when events may be in no link. A transaction that runs while events are linked can commit older events later, so
 * the time moves on only when all transactions of an observation have ended.
 */
export class UnlinkedSince {
  private observed: Observation[] = [];

  constructor(private time: Date) {}

  get(): Date {
    return this.time;
  }

  /** Call after a run that linked all events that it saw. */
  observe(observation: Observation): void {
    const ended = this.observed.filter(
      ({ nextTransaction }) => nextTransaction <= observation.oldestTransaction,
    );
    const last = ended.at(-1);
    if (last) this.time = new Date(last.startedAt.getTime() - SLACK_MS);
    // After a failover or a restore, numbers may be lower: earlier observations say nothing then.
    const isReset = this.observed.some(
      ({ nextTransaction }) => nextTransaction > observation.nextTransaction,
    );
    const kept = isReset ? [] : this.observed.slice(ended.length);
    const isIdle = observation.oldestTransaction >= observation.nextTransaction;
    if (isIdle) this.time = new Date(observation.startedAt.getTime() - SLACK_MS);
    this.observed = isIdle ? [] : [...kept, observation];
  }
}
