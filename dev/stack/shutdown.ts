import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedParts } from './stack';
import { getErrorMessage } from '../../src/platform/config/operator-error';

/** Signals of Ctrl-C, of `kill` and of a terminal that closes. */
const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** npm forwards a Ctrl-C that the terminal has sent already. A second Ctrl-C of the user comes later than this. */
const REPEATED_SIGNAL_MS = 500;

/** Stops the started parts in reverse order: on a signal, on an uncaught exception, or on `begin`. */
export class Shutdown implements StartedParts {
  private readonly parts: { stop: () => Promise<void>; timeoutMs: number }[] = [];
  private readonly exitActions: (() => void)[] = [];
  private starting: Promise<unknown> = Promise.resolve();
  private begunAt: number | undefined;

  constructor() {
    for (const name of STOP_SIGNALS) {
      process.on(name, () => {
        this.onSignal();
      });
    }
    process.on('uncaughtException', (error) => {
      process.stderr.write(`${error.stack ?? error.message}\n`);
      void this.begin(1);
    });
    process.on('exit', () => {
      for (const action of this.exitActions) action();
    });
  }

  get hasBegun(): boolean {
    return this.begunAt !== undefined;
  }

  /** Makes `begin` wait for a start that may still add parts. Returns its argument. */
  track<T>(starting: Promise<T>): Promise<T> {
    this.starting = starting;
    return starting;
  }

  add(stop: () => Promise<void>, { timeoutMs = 5000 } = {}): void {
    this.parts.push({ stop, timeoutMs });
  }

  onExit(action: () => void): void {
    this.exitActions.push(action);
  }

  throwIfStopping(): void {
    if (this.hasBegun) throw new Error('Stopped while starting');
  }

  /** Stops all parts and ends this process. */
  async begin(exitCode: number): Promise<void> {
    if (this.hasBegun) return;
    this.begunAt = Date.now();
    await waitFor(
      this.starting.catch(() => undefined),
      5000,
    );
    for (const { stop, timeoutMs } of this.parts.reverse()) await waitFor(stop(), timeoutMs);
    await flushOutput();
    // A part that has not stopped would keep the process alive.
    process.exit(exitCode);
  }

  /** The first signal stops the parts; a second one ends this process at once, and the next start cleans up. */
  private onSignal(): void {
    if (this.begunAt === undefined) void this.begin(0);
    else if (Date.now() - this.begunAt > REPEATED_SIGNAL_MS) process.exit(1);
  }
}

/**
 * Waits until a pipe has taken everything that was printed: `process.exit` drops what is over 64 kB. A reader that stops
 * reading delays the end until the next signal.
 */
async function flushOutput(): Promise<void> {
  const { stdout } = process;
  if (stdout.writableLength === 0) return;
  await new Promise<void>((resolve) => {
    stdout.write('', () => {
      resolve();
    });
  });
}

/** Waits until some work has ended or failed, or until the timeout. */
async function waitFor(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const finished = work.catch((error: unknown) => {
    process.stderr.write(`While stopping: ${getErrorMessage(error)}\n`);
  });
  await Promise.race([finished, sleep(timeoutMs)]);
}
