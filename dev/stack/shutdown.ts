import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedParts } from './stack';

/** Signals that end a program: Ctrl-C, a terminal that closes, `kill`. */
const endings: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** npm hands one Ctrl-C on a second time; a person takes longer than this. */
const echoMilliseconds = 500;

/** Stops, in the reverse order, what has been started: on a signal, on a crash, or when told to. */
export class Shutdown implements StartedParts {
  private readonly parts: { stop: () => Promise<void>; patience: number }[] = [];
  private readonly exits: (() => void)[] = [];
  private starting: Promise<unknown> = Promise.resolve();
  private begunAt: number | undefined;

  constructor() {
    for (const name of endings) {
      process.on(name, () => {
        this.onSignal();
      });
    }
    process.on('uncaughtException', (error) => {
      process.stderr.write(`${error.stack ?? error.message}\n`);
      void this.begin(1);
    });
    // Whoever calls process.exit: what runs outside this process is told.
    process.on('exit', () => {
      for (const stop of this.exits) stop();
    });
  }

  get hasBegun(): boolean {
    return this.begunAt !== undefined;
  }

  /** What is being started right now: it is waited for, because it may be about to add a part. */
  during<T>(starting: Promise<T>): Promise<T> {
    this.starting = starting;
    return starting;
  }

  add(stop: () => Promise<void>, { patience = 5000 } = {}): void {
    this.parts.push({ stop, patience });
  }

  onExit(stop: () => void): void {
    this.exits.push(stop);
  }

  checkpoint(): void {
    if (this.hasBegun) throw new Error('Stopped while starting');
  }

  /** Stops everything and ends this process. */
  async begin(exitCode: number): Promise<void> {
    if (this.hasBegun) return;
    this.begunAt = Date.now();
    await within(
      5000,
      this.starting.catch(() => undefined),
    );
    for (const { stop, patience } of this.parts.reverse()) await within(patience, stop());
    // What did not stop in its time would keep the process.
    process.exit(exitCode);
  }

  /** The first asks to stop; another, from somebody who would not wait, ends this process on the spot. */
  private onSignal(): void {
    if (this.begunAt === undefined) void this.begin(0);
    // Asked a second time, it waits for nothing: the parts end with it, or are stopped at the next start.
    else if (Date.now() - this.begunAt > echoMilliseconds) process.exit(1);
  }
}

/** Waits for something to be over, well or not, and no longer than that. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const finished = work.catch((error: unknown) => {
    process.stderr.write(`While stopping: ${error instanceof Error ? error.message : String(error)}\n`);
  });
  await Promise.race([finished, sleep(milliseconds)]);
}
