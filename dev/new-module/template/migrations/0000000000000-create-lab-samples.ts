import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The lab samples. The primary key begins with the country, so that one country's rows lie together. The index begins with
 * the account: an account reads its own rows by it, in whichever countries they were recorded. Identifiers are in the order
 * of time, so the same index finds one row by its id and lists the latest rows.
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
