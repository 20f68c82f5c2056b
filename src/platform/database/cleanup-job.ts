import type { OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundJob } from './background-job';

const INTERVAL_MS = 60 * 60 * 1000;

/** Deletes expired rows when the process starts and every hour. */
export abstract class CleanupJob extends BackgroundJob implements OnApplicationBootstrap {
  /**
   * @param rowKind name of the rows, for the log
   * @param batchSize number of rows that `deleteBatch` deletes if there are enough
   */
  protected constructor(
    private readonly rowKind: string,
    private readonly batchSize: number,
  ) {
    super();
  }

  /** Deletes up to a batch of expired rows and returns their number. Several processes may do so at the same time. */
  protected abstract deleteBatch(): Promise<number>;

  onApplicationBootstrap(): void {
    this.runNow();
    this.runEvery(INTERVAL_MS);
  }

  protected async run(): Promise<void> {
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
