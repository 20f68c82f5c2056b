import type { OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundJob } from './background-job';
import type { DailySumStatements } from './daily-sums.sql';
import type { Database } from './database';
import type { Distribution } from './distribution';

const PAUSE_MS = 1_000;
/** Changes in one statement, which limits its duration to some tenths of a second. */
const PORTION = 5_000;
/** Changes after which the log is vacuumed: they fill some hundred kilobytes, which every reader of the log passes over. */
const VACUUM_AFTER = 5_000;

/**
 * Adds the logged changes of daily counts to the counts, with a pause of a second between two runs. Any number of processes
 * may run it. Readers add the changes that remain, so that a late or failed run changes no result.
 */
export abstract class FoldJob extends BackgroundJob implements OnApplicationBootstrap {
  private foldedSinceVacuum = 0;

  protected constructor(
    private readonly database: Database,
    private readonly distribution: Distribution,
    private readonly statements: DailySumStatements,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.runAfter(PAUSE_MS);
  }

  protected async run(): Promise<void> {
    await this.attempt('changes of counts were not added to the sums; it is tried again', () => this.fold());
    await this.vacuum();
    this.runAfter(PAUSE_MS);
  }

  private async vacuum(): Promise<void> {
    if (this.foldedSinceVacuum < VACUUM_AFTER || this.isStopping) return;
    // Before the attempt, so that a failed one is not repeated in every run.
    this.foldedSinceVacuum = 0;
    await this.attempt(
      `a log of changes was not vacuumed; it is tried again after ${VACUUM_AFTER} changes`,
      () => this.database.run(this.statements.vacuum),
    );
  }

  /** Adds the logged changes, in portions. */
  private async fold(): Promise<void> {
    const isDistributed = await this.distribution.isDistributed();
    let folded = PORTION;
    while (folded >= PORTION && !this.isStopping) {
      folded = isDistributed ? await this.addPortion() : await this.foldPortion();
      this.foldedSinceVacuum += folded;
    }
    if (!isDistributed || this.isStopping) return;
    const { deleteAdded, deletePortions } = this.statements.steps;
    await this.database.run(deleteAdded);
    await this.database.run(deletePortions);
  }

  private async foldPortion(): Promise<number> {
    return (await this.database.one(this.statements.fold, { limit: PORTION })).folded;
  }

  /** Adds a portion in steps, because on Citus no statement sees one state of the log and the counts. */
  private async addPortion(): Promise<number> {
    const { mark, add } = this.statements.steps;
    const { marked } = await this.database.one(mark, { limit: PORTION });
    await this.database.one(add);
    return marked;
  }
}
