import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const INTERVAL_MS = 60 * 60 * 1000;

/** Deletes expired rows when the process starts and every hour. */
export abstract class CleanupJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(this.constructor.name);
  private timer: NodeJS.Timeout | undefined;
  private currentRun: Promise<void> = Promise.resolve();
  private isStopping = false;

  /**
   * @param rowKind name of the rows, for the log
   * @param batchSize number of rows that `deleteBatch` deletes if there are enough
   */
  protected constructor(
    private readonly rowKind: string,
    private readonly batchSize: number,
  ) {}

  /** Deletes up to a batch of expired rows and returns their number. Several processes may do so at the same time. */
  protected abstract deleteBatch(): Promise<number>;

  onApplicationBootstrap(): void {
    this.start();
    this.timer = setInterval(() => {
      this.start();
    }, INTERVAL_MS).unref();
  }

  /** Waits for the running statement, because the connections are closed next. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.isStopping = true;
    await this.currentRun;
  }

  private start(): void {
    this.currentRun = this.currentRun.then(() => this.deleteAll());
  }

  private async deleteAll(): Promise<void> {
    try {
      let deleted = this.batchSize;
      while (deleted === this.batchSize && !this.isStopping) deleted = await this.deleteBatch();
    } catch (error) {
      this.logger.warn(
        { err: error },
        `expired ${this.rowKind} were not removed; it is tried again in an hour`,
      );
    }
  }
}
