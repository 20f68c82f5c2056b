import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nameKey } from './functions/keys-with-signs';

interface CodedPathology {
  readonly id: string;
  readonly scope: string;
  readonly name: string;
}

/**
 * Names a country's pathology that was recorded by a code by this code alone, its first word, if the whole name means another
 * pathology: both were rows with one name in lists. Records keep their pathology. One row at a time, which records of it wait for.
 */
export class NamePathologiesByCode1764101000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- rows of this statement
    const coded: CodedPathology[] = await runner.query(
      `SELECT id, scope, name FROM pathology
       WHERE scope <> '*' AND strpos(name, ' ') > 0 AND key = lower(replace(split_part(name, ' ', 1), '.', ''))
       ORDER BY scope, key`,
    );
    for (const { id, scope, name } of coded)
      await runner.query(
        `UPDATE pathology SET name = split_part(name, ' ', 1)
         WHERE id = $1 AND EXISTS (
           SELECT FROM pathology_name n WHERE n.scope IN ('*', $2) AND n.key = $3 AND n.pathology_id <> $1
         )`,
        [id, scope, nameKey(name)],
      );
  }

  /** The earlier release shows the new names as well. */
  async down(): Promise<void> {
    // Nothing to undo.
  }
}
