import { Logger, type OnModuleDestroy } from '@nestjs/common';

/** Of a problem: the work succeeds again, there is nothing left to do, or it is not known. */
type ProblemState = 'works' | 'over' | 'open';

/** Work that a process does again and again in the background. A subclass starts it in `onApplicationBootstrap`. */
export abstract class BackgroundJob implements OnModuleDestroy {
  protected readonly logger = new Logger(this.constructor.name);
  /** Whether the process is about to end, so that a run should do no more. */
  protected isStopping = false;
  private currentRun: Promise<void> = Promise.resolve();
  /** The causes of the problems that are not over. */
  private readonly failing = new Map<string, string>();
  private cancelTimer: () => void = () => undefined;

  /** Waits for the running statement, because the connections are closed next. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    this.cancelTimer();
    await this.currentRun;
  }

  /** Does the work once. Does not reject. */
  protected abstract run(): Promise<void>;

  /** Starts a run, after the current one if there is one. */
  protected runNow(): void {
    this.currentRun = this.currentRun.then(() => this.run());
  }

  /** Starts a run after a pause. */
  protected runAfter(pauseMs: number): void {
    if (this.isStopping) return;
    const timer = setTimeout(() => {
      this.runNow();
    }, pauseMs).unref();
    this.cancelTimer = () => {
      clearTimeout(timer);
    };
  }

  /** Starts a run at each interval. */
  protected runEvery(intervalMs: number): void {
    const timer = setInterval(() => {
      this.runNow();
    }, intervalMs).unref();
    this.cancelTimer = () => {
      clearInterval(timer);
    };
  }

  /**
   * Returns the result of work, or undefined if it failed. A failure is logged once until its cause changes, and its end.
   * @param stateOf what a result says of an earlier failure; by default, that the work succeeds again
   */
  protected async attempt<T>(
    problem: string,
    work: () => Promise<T>,
    stateOf: (result: T) => ProblemState = () => 'works',
  ): Promise<T | undefined> {
    try {
      const result = await work();
      const state = stateOf(result);
      if (state !== 'open' && this.failing.delete(problem) && state === 'works')
        this.logger.log(`works again: ${problem}`);
      return result;
    } catch (error) {
      const cause = causeOf(error);
      if (this.failing.get(problem) !== cause) this.logger.warn({ err: error }, problem);
      this.failing.set(problem, cause);
      return undefined;
    }
  }
}

/** Returns what equal failures have in common: their codes, because a message can have an id or a time. Without a code, the message. */
function causeOf(error: unknown): string {
  const codes: string[] = [];
  let current = error;
  while (current instanceof Error) {
    for (const key of ['code', 'responseCode']) {
      const value: unknown = Reflect.get(current, key);
      if (typeof value === 'string' || typeof value === 'number') codes.push(String(value));
    }
    if (codes.length > 0 || current.cause === undefined) break;
    current = current.cause;
  }
  return codes.length > 0 ? codes.join(' ') : String(current instanceof Error ? current.message : current);
}
