import type { z } from 'zod';
import type { ErasureKey } from '../../modules/consultations';
import type { Transaction } from '../../platform/database/database';
import type { StagingStatements } from './staging/staging.sql';
import type { Column } from './tables/columns';
import type { ParsingRules } from './values/line-fields';

/** A checked line, ready for the staging table. */
export interface StagedLine {
  /** Undefined if the line is identified by its content. */
  readonly externalId: string | undefined;
  /** SHA-256 of the content in PostgreSQL's hex format of `bytea`. */
  readonly digest: string;
  /** In the order of the kind's staging columns. */
  readonly values: readonly (string | number | null)[];
}

export interface BatchOutcome {
  readonly recorded: number;
  readonly alreadyRecorded: number;
  /** Recorded before with the same content, and voided since. */
  readonly voided: number;
  /** Numbers of the lines whose identity was recorded with other content. */
  readonly conflicting: readonly number[];
  /** Numbers of the lines with a new name, of which the country has the maximum. */
  readonly unnamed: readonly number[];
}

export interface ImportedBy {
  readonly accountId: string;
  /** The key with which lines of this installation are erased. */
  readonly erasureKey: ErasureKey | undefined;
}

/** A kind of table that can be imported. */
export interface ImportKind {
  /** The value of `import_file.kind`. */
  readonly name: 'sales' | 'consultations';
  columns(rules: ParsingRules): Column[];
  /** Returns the schema that checks a line's cells by field. Empty optional cells are absent from its input. */
  schema(rules: ParsingRules): z.ZodType<StagedLine>;
  readonly staging: StagingStatements;
  /** Why a line is refused whose name is one too many for the country. */
  readonly unnamedReason: string;
  /** Records the lines of the staging table in the caller's transaction. */
  record(transaction: Transaction, importedBy: ImportedBy): Promise<BatchOutcome>;
}
