import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Column } from './tables/columns';
import type { ReadingRules } from './values/line-fields';

/** What the database is given of a line, beside what identifies it: values by column of the staging table. */
export interface StagedLine {
  /** The line's own id; undefined where its content is to identify it. */
  readonly externalId: string | undefined;
  /** SHA-256 of the content, as PostgreSQL reads a `bytea`. */
  readonly digest: string;
  readonly values: readonly (string | number | null)[];
}

export interface BatchOutcome {
  readonly recorded: number;
  readonly alreadyRecorded: number;
  /** Recorded before with the same content, and voided since. */
  readonly voided: number;
  /** Lines whose identity stands for other content. */
  readonly conflicting: readonly number[];
}

/** A kind of table that can be imported. */
export interface ImportKind {
  /** As `import_file` calls it. */
  readonly name: 'sales' | 'consultations';
  columns(rules: ReadingRules): Column[];
  /** Checks a line's cells by field and makes what is staged of it. An optional cell that is empty is not among them. */
  schema(rules: ReadingRules): z.ZodType<StagedLine>;
  /** SQL names and types of the staged values, in their order. */
  readonly staged: readonly (readonly [name: string, type: string])[];
  /**
   * Records lines in the caller's transaction.
   * @param relation has the staged columns, and line, external_id, digest
   */
  record(manager: EntityManager, relation: string, accountId: string): Promise<BatchOutcome>;
}
