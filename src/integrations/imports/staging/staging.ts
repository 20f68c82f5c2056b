import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DataSource, QueryRunner } from 'typeorm';
import type { BatchOutcome, ImportKind, StagedLine } from '../import-kind';
import { CONTENT_IDENTITY } from '../values/line-fields';
import {
  BATCH_TABLE,
  DROP_STAGING,
  EXPECT_ORDERED_READS,
  copyLines,
  createStaging,
  identifyLines,
} from './staging.sql';

/** A line that was checked, by its number in the file. */
export interface NumberedLine extends StagedLine {
  readonly number: number;
}

/** A session of the database through which a file is recorded, batch by batch. */
export class Staging {
  private constructor(
    private readonly runner: QueryRunner,
    private readonly client: PoolClient,
    private readonly kind: ImportKind,
  ) {}

  static async begin(dataSource: DataSource, kind: ImportKind): Promise<Staging> {
    const runner = dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    for (const statement of [DROP_STAGING, ...createStaging(kind.staged)]) await runner.query(statement);
    return new Staging(runner, client, kind);
  }

  async end(): Promise<void> {
    await this.runner.query(DROP_STAGING).catch(() => undefined);
    await this.runner.release();
  }

  /**
   * Records a batch, all of it or nothing, in one transaction.
   * @param dryRun takes back everything but what the session remembers of the file's identities
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
    await this.runner.query(EXPECT_ORDERED_READS);
    await this.copy(lines);
    const [inFile] = (await this.runner.query(identifyLines(this.kind.staged))) as [
      { repeated: number; conflicting: number[] },
    ];
    if (dryRun) await this.runner.query('SAVEPOINT nothing_written');
    const inDatabase = await this.kind.record(this.runner.manager, BATCH_TABLE, accountId);
    if (dryRun) await this.runner.query('ROLLBACK TO SAVEPOINT nothing_written');
    return {
      recorded: inDatabase.recorded,
      alreadyRecorded: inDatabase.alreadyRecorded + inFile.repeated,
      voided: inDatabase.voided,
      conflicting: [...inDatabase.conflicting, ...inFile.conflicting],
    };
  }

  private async copy(lines: readonly NumberedLine[]): Promise<void> {
    const stream = this.client.query(copyFrom(copyLines(this.kind.staged)));
    stream.end(lines.map(copyRow).join(''));
    await finished(stream);
  }
}

function copyRow({ number, externalId, digest, values }: NumberedLine): string {
  const identity = externalId ?? digest.replace('\\x', CONTENT_IDENTITY);
  return `${[number, identity, externalId !== undefined, digest, ...values].map(copyValue).join('\t')}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value in PostgreSQL's text format of COPY. */
function copyValue(value: string | number | boolean | null): string {
  if (value === null) return '\\N';
  return String(value).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}
