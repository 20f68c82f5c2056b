import { Logger, type OnModuleDestroy } from '@nestjs/common';

/** Work that a process does again and again in the background. A subclass starts it in `onApplicationBootstrap`. */
export abstract class BackgroundJob implements OnModuleDestroy {
  protected readonly logger = new Logger(this.constructor.name);
  /** Whether the process is about to end, so that a run should do no more. */
  protected isStopping = false;
  private currentRun: Promise<void> = Promise.resolve();
  private readonly failing = new Set<string>();
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

  /** Returns the result of work, or undefined if it failed. The same failure is logged once until the work succeeds. */
  protected async attempt<T>(problem: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      this.failing.delete(problem);
      return result;
    } catch (error) {
      if (!this.failing.has(problem)) this.logger.warn({ err: error }, problem);
      this.failing.add(problem);
      return undefined;
    }
  }
}
