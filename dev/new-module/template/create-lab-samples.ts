import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The lab samples. What is read together lies together: the country leads. */
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
    await runner.query(`
      CREATE INDEX lab_sample_recorded_by_idx ON lab_sample (country, recorded_by, recorded_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE lab_sample');
  }
}
