import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the table of lab samples. The primary key begins with the country: the rows of a country are stored together.
 * The index begins with the account, which reads its own rows of all countries. Identifiers are in order of time, so that
 * this index serves both the lookup of one row and the list of the latest rows.
 */
export class CreateLabSamples0000000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE lab_sample (
        country text NOT NULL,
        id uuid NOT NULL DEFAULT uuidv7(),
        remark text NOT NULL,
        recorded_by uuid NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (country, id)
      )`);
    await runner.query('CREATE INDEX lab_sample_recorded_by_idx ON lab_sample (recorded_by, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE lab_sample');
  }
}
