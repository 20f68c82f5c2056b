import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { WorkerProcess } from './worker-process';

/** A worker that ends at a lower age has failed. */
const STABLE_AGE_MS = 10_000;
/** Pause before a failed worker is replaced; doubled for each further failure, up to the maximum. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

interface SupervisorOptions {
  /** The file that each worker runs. */
  readonly script: string;
  readonly workerCount: number;
  /** Time after SIGTERM in which a worker still accepts requests; none by default. */
  readonly shutdownDelayMs?: number;
  readonly log: (level: 'info' | 'warn', message: string) => void;
}

/** Runs several processes of one program, which accept connections of the same port. */
export class Supervisor {
  /** The workers that are replaced when they end. */
  private readonly workers = new Set<WorkerProcess>();
  /** Also the new ones of a rolling restart, and the old ones that are ending. */
  private readonly allProcesses = new Set<WorkerProcess>();
  /** Workers that a rolling restart is about to end. */
  private readonly replaced = new Set<WorkerProcess>();
  private readonly stopping = new AbortController();
  private failureCount = 0;
  private restarting: Promise<void> | undefined;
  private isRestartRequested = false;

  constructor(private readonly options: SupervisorOptions) {
    // With Node's default, a connection that is passed to a killed worker is never answered.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: options.script, args: [] });
  }

  /**
   * Runs the workers until SIGTERM, SIGINT or SIGQUIT and returns the exit code: 1 if the first one does not start. The first starts
   * alone, so that migrations run once, and an error that all of them would have is reported once.
   */
  async run(): Promise<number> {
    const stopped = this.listenForSignals();
    const first = this.fork();
    const hasStarted = await Promise.race([first.started, stopped.then(() => false)]);
    if (!hasStarted && !this.isStopping) return 1;
    if (!this.isStopping) {
      void this.keepRunning(first);
      for (let count = 1; count < this.options.workerCount; count += 1) void this.keepRunning(this.fork());
    }
    await stopped;
    await Promise.all(Array.from(this.allProcesses, (worker) => worker.stop()));
    return 0;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Resolves at SIGTERM, SIGINT or SIGQUIT. Repeated ones have no effect: npm and a terminal both send SIGINT. */
  private listenForSignals(): Promise<void> {
    process.on('SIGHUP', () => {
      this.isRestartRequested = true;
      this.restarting ??= this.restartWorkers();
    });
    return new Promise((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGQUIT']) {
        process.on(signal, () => {
          this.stopping.abort();
          resolve();
        });
      }
    });
  }

  private fork(): WorkerProcess {
    const worker = new WorkerProcess(this.options.shutdownDelayMs);
    this.allProcesses.add(worker);
    void worker.ended.then(() => this.allProcesses.delete(worker));
    return worker;
  }

  /** Replaces a worker each time it ends, unless a rolling restart has replaced it or all are to stop. */
  private async keepRunning(worker: WorkerProcess): Promise<void> {
    for (let current = worker; ; current = this.fork()) {
      this.workers.add(current);
      const exit = await current.ended;
      this.workers.delete(current);
      const isReplaced = this.replaced.delete(current);
      if (isReplaced || this.isStopping) return;
      const pauseMs = this.countFailure(current);
      const next = pauseMs === 0 ? 'now' : `in ${pauseMs} ms`;
      this.options.log('warn', `process ${current.pid ?? '?'} ${exit}; another one starts ${next}`);
      const isStopped = await wait(pauseMs, false, { signal: this.stopping.signal }).catch(() => true);
      if (isStopped) return;
    }
  }

  /** Returns the pause before the replacement, so that a program that cannot start does not use all processor time. */
  private countFailure({ ageMs }: WorkerProcess): number {
    if (ageMs >= STABLE_AGE_MS) {
      this.failureCount = 0;
      return 0;
    }
    this.failureCount += 1;
    return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failureCount - 1));
  }

  /** Replaces all workers, again if it was requested meanwhile. */
  private async restartWorkers(): Promise<void> {
    while (this.isRestartRequested && !this.isStopping) {
      this.isRestartRequested = false;
      const old = [...this.workers];
      const count = await this.replaceOneByOne(old);
      this.options.log('info', `restarted ${count} of ${old.length} processes`);
    }
    this.restarting = undefined;
  }

  /** Returns the number of replaced workers. Ends early if a new one does not start, or if all are to stop. */
  private async replaceOneByOne(workers: readonly WorkerProcess[]): Promise<number> {
    for (const [index, worker] of workers.entries()) {
      if (this.isStopping) return index;
      // It has ended meanwhile, and `keepRunning` replaces it.
      if (!this.workers.has(worker)) continue;
      if (!(await this.replaceWorker(worker))) return index;
    }
    return workers.length;
  }

  /** Starts another worker and then ends this one. If the other one does not start, this one continues. */
  private async replaceWorker(worker: WorkerProcess): Promise<boolean> {
    this.replaced.add(worker);
    const next = this.fork();
    if (!(await next.started)) {
      const hasEndedMeanwhile = !this.replaced.delete(worker);
      if (hasEndedMeanwhile && !this.isStopping) void this.keepRunning(this.fork());
      return false;
    }
    void this.keepRunning(next);
    if (this.replaced.has(worker)) await worker.retire();
    return true;
  }
}
