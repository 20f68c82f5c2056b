import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { DailySumStatements } from './daily-sums.sql';
import type { Database } from './database';

const INTERVAL_MS = 1_000;
/** Changes in one statement, which limits its duration to some tenths of a second. */
const PORTION = 5_000;
/** Changes after which the log is vacuumed: they fill some hundred kilobytes, which every reader of the log passes over. */
const VACUUM_AFTER = 5_000;

/**
 * Adds the logged changes of daily counts to the counts, once a second. Any number of processes may run it. Readers add the
 * changes that remain, so that a late or failed run changes no result.
 */
export abstract class FoldJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(this.constructor.name);
  private timer: NodeJS.Timeout | undefined;
  private currentRun: Promise<void> | undefined;
  private isStopping = false;
  private readonly failing = new Set<string>();
  private foldedSinceVacuum = 0;

  protected constructor(
    private readonly database: Database,
    private readonly statements: DailySumStatements,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      // A run that takes longer than the interval is not started again.
      this.currentRun ??= this.run().finally(() => {
        this.currentRun = undefined;
      });
    }, INTERVAL_MS).unref();
  }

  /** Waits for the running statement, because the connections are closed next. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.isStopping = true;
    await this.currentRun;
  }

  private async run(): Promise<void> {
    await this.attempt('changes of counts were not added to the sums; it is tried again', () => this.fold());
    if (this.foldedSinceVacuum < VACUUM_AFTER || this.isStopping) return;
    // Before the attempt, so that a failed one is not repeated at every interval.
    this.foldedSinceVacuum = 0;
    await this.attempt(
      `a log of changes was not vacuumed; it is tried again after ${VACUUM_AFTER} changes`,
      () => this.database.run(this.statements.vacuum),
    );
  }

  /** Adds the logged changes, in portions. */
  private async fold(): Promise<void> {
    let folded = PORTION;
    while (folded === PORTION && !this.isStopping) {
      ({ folded } = await this.database.one(this.statements.fold, { limit: PORTION }));
      this.foldedSinceVacuum += folded;
    }
  }

  /** Runs work. Failures are logged once until it succeeds. */
  private async attempt(problem: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.failing.delete(problem);
    } catch (error) {
      if (!this.failing.has(problem)) this.logger.warn({ err: error }, problem);
      this.failing.add(problem);
    }
  }
}
