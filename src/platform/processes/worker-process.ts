import cluster, { type Worker } from 'node:cluster';
import { RETIRE } from './retirement';

/** Longer than the application needs to close. */
const END_TIMEOUT_MS = 60_000;

/** A process of the supervisor that runs the program. */
export class WorkerProcess {
  /** Resolves to true once the process listens, and to false if it ends before. */
  readonly started: Promise<boolean>;
  /** Resolves to the way in which the process ended. */
  readonly ended: Promise<string>;
  private readonly worker: Worker;
  private readonly forkedAt = performance.now();

  /** @param shutdownDelayMs time after SIGTERM in which the process still accepts requests */
  constructor(private readonly shutdownDelayMs = 0) {
    const worker = cluster.fork();
    this.worker = worker;
    this.ended = new Promise((resolve) => {
      worker.on('exit', (code: number, signal: string | null) => {
        resolve(signal === null ? `ended with code ${code}` : `was ended by ${signal}`);
      });
      // A message to a process that has just ended fails too, and `exit` follows.
      worker.on('error', (error) => {
        if (this.pid === undefined) resolve(`could not be created: ${error.message}`);
      });
    });
    const listened = new Promise<boolean>((resolve) => {
      worker.once('listening', () => {
        resolve(true);
      });
    });
    this.started = Promise.race([listened, this.ended.then(() => false)]);
  }

  get pid(): number | undefined {
    return this.worker.process.pid;
  }

  get ageMs(): number {
    return performance.now() - this.forkedAt;
  }

  /** Sends SIGTERM and waits for the end. */
  async stop(): Promise<void> {
    this.worker.process.kill('SIGTERM');
    await this.waitForEnd();
  }

  /** Lets the process finish its requests and connections, and waits for its end. */
  async retire(): Promise<void> {
    if (this.worker.isConnected()) this.worker.send(RETIRE);
    await this.waitForEnd();
  }

  private async waitForEnd(): Promise<void> {
    const timer = setTimeout(
      () => this.worker.process.kill('SIGKILL'),
      END_TIMEOUT_MS + this.shutdownDelayMs,
    );
    await this.ended;
    clearTimeout(timer);
  }
}
