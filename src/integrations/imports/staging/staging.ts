import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DataSource, QueryRunner } from 'typeorm';
import { Transaction } from '../../../platform/database/database';
import type { BatchOutcome, ImportKind, StagedLine } from '../import-kind';
import { CONTENT_ID_PREFIX } from '../values/line-fields';
import {
  DROP_TABLES,
  PLANNER_SETTINGS,
  buildCopyLines,
  buildCreateTables,
  buildIdentifyLines,
} from './staging.sql';

export interface NumberedLine extends StagedLine {
  /** In the file, from 1. */
  readonly number: number;
}

/** A database session that records the batches of one file. */
export class Staging {
  private constructor(
    private readonly runner: QueryRunner,
    private readonly transaction: Transaction,
    private readonly client: PoolClient,
    private readonly kind: ImportKind,
  ) {}

  static async begin(dataSource: DataSource, kind: ImportKind): Promise<Staging> {
    const runner = dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    for (const statement of [DROP_TABLES, ...buildCreateTables(kind.stagedColumns)])
      await runner.query(statement);
    return new Staging(runner, new Transaction(dataSource, runner), client, kind);
  }

  async end(): Promise<void> {
    await this.runner.query(DROP_TABLES).catch(() => undefined);
    await this.runner.release();
  }

  /**
   * Records a batch in one transaction.
   * @param dryRun rolls back everything except the count of the file's identities, which later batches need
   */
  async record(
    lines: readonly NumberedLine[],
    { accountId, dryRun }: { accountId: string; dryRun: boolean },
  ): Promise<BatchOutcome> {
    await this.runner.startTransaction();
    try {
      const outcome = await this.recordInTransaction(lines, { accountId, dryRun });
      await this.runner.commitTransaction();
      return outcome;
    } catch (error) {
      // Where the connection is gone there is nothing to take back, and the first reason is the one to tell.
      await this.runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  }

  private async recordInTransaction(
    lines: readonly NumberedLine[],
    { accountId, dryRun }: { accountId: string; dryRun: boolean },
  ): Promise<BatchOutcome> {
    await this.runner.query(PLANNER_SETTINGS);
    await this.copy(lines);
    const [inFile] = (await this.runner.query(buildIdentifyLines(this.kind.stagedColumns))) as [
      { repeated: number; conflicting: number[] },
    ];
    if (dryRun) await this.runner.query('SAVEPOINT nothing_written');
    const inDatabase = await this.kind.record(this.transaction, accountId);
    if (dryRun) await this.runner.query('ROLLBACK TO SAVEPOINT nothing_written');
    return {
      recorded: inDatabase.recorded,
      alreadyRecorded: inDatabase.alreadyRecorded + inFile.repeated,
      voided: inDatabase.voided,
      conflicting: [...inDatabase.conflicting, ...inFile.conflicting],
    };
  }

  private async copy(lines: readonly NumberedLine[]): Promise<void> {
    const stream = this.client.query(copyFrom(buildCopyLines(this.kind.stagedColumns)));
    stream.end(lines.map(formatCopyRow).join(''));
    await finished(stream);
  }
}

function formatCopyRow({ number, externalId, digest, values }: NumberedLine): string {
  const identity = externalId ?? digest.replace('\\x', CONTENT_ID_PREFIX);
  return `${[number, identity, externalId !== undefined, digest, ...values].map(formatCopyValue).join('\t')}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Formats a value in the text format of PostgreSQL's COPY. */
function formatCopyValue(value: string | number | boolean | null): string {
  if (value === null) return '\\N';
  return String(value).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}
