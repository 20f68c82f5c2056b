import { finished } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DataSource, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { Transaction } from '../../../platform/database/database';
import { CONTENT_ID_PREFIX } from '../../../shared/external-id';
import type { BatchOutcome, ImportedBy, ImportKind, StagedLine } from '../import-kind';
import { CONFIGURE_PLANNER, CREATE_SAVEPOINT, DROP_TABLES, ROLL_BACK_TO_SAVEPOINT } from './staging.sql';

export interface NumberedLine extends StagedLine {
  /** In the file, from 1. */
  readonly number: number;
}

interface RecordingOptions extends ImportedBy {
  readonly dryRun: boolean;
}

/** A database session that records the batches of one file. */
export class Staging {
  private constructor(
    private readonly runner: QueryRunner,
    private readonly transaction: Transaction,
    private readonly kind: ImportKind,
  ) {}

  /** Why a line is refused whose name is one too many for the country. */
  get unnamedReason(): string {
    return this.kind.unnamedReason;
  }

  static async begin(dataSource: DataSource, kind: ImportKind): Promise<Staging> {
    const runner = dataSource.createQueryRunner();
    const transaction = new Transaction(dataSource, runner);
    for (const each of [DROP_TABLES, ...kind.staging.createTables]) await transaction.run(each);
    return new Staging(runner, transaction, kind);
  }

  async end(): Promise<void> {
    await this.transaction.run(DROP_TABLES).catch(() => undefined);
    await this.runner.release();
  }

  /**
   * Records a batch in one transaction.
   * @param dryRun rolls back everything except the count of the file's identities, which later batches need
   */
  async record(lines: readonly NumberedLine[], options: RecordingOptions): Promise<BatchOutcome> {
    await this.runner.startTransaction();
    try {
      const outcome = await this.recordInTransaction(lines, options);
      await this.runner.commitTransaction();
      return outcome;
    } catch (error) {
      // If the connection is lost, there is nothing to roll back. Throw the first error.
      await this.runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  }

  private async recordInTransaction(
    lines: readonly NumberedLine[],
    { dryRun, ...importedBy }: RecordingOptions,
  ): Promise<BatchOutcome> {
    await this.transaction.run(CONFIGURE_PLANNER);
    await this.copy(lines);
    const inFile = await this.transaction.one(this.kind.staging.identify);
    if (dryRun) await this.transaction.run(CREATE_SAVEPOINT);
    const inDatabase = await this.kind.record(this.transaction, importedBy);
    if (dryRun) await this.transaction.run(ROLL_BACK_TO_SAVEPOINT);
    return {
      recorded: inDatabase.recorded,
      alreadyRecorded: inDatabase.alreadyRecorded + inFile.repeated,
      voided: inDatabase.voided,
      conflicting: [...inDatabase.conflicting, ...inFile.conflicting],
      unnamed: inDatabase.unnamed,
    };
  }

  private async copy(lines: readonly NumberedLine[]): Promise<void> {
    const client = z.instanceof(Client).parse(await this.runner.connect());
    // A prepared statement cannot stream the data of COPY.
    const stream = client.query(copyFrom(this.kind.staging.copy));
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

/** @param values in PostgreSQL's hex format of `bytea` */
export function formatByteaArray(values: readonly string[]): string {
  return `{${values.map((value) => `"\\${value}"`).join(',')}}`;
}
