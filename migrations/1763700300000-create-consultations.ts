import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates consultations and their counts by day. A count is the sum of several rows (`slot`), so that concurrent writers do
 * not wait for each other.
 */
export class CreateConsultations1763700300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE consultation (
        country text NOT NULL,
        id uuid NOT NULL DEFAULT uuidv7(),
        pathology_id uuid NOT NULL CONSTRAINT consultation_pathology_fkey REFERENCES pathology (id),
        patient_id text NOT NULL,
        consulted_at timestamptz NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT now(),
        recorded_by uuid NOT NULL,
        PRIMARY KEY (country, id)
      )`);
    await runner.query(
      'CREATE INDEX consultation_recorded_by_idx ON consultation (country, recorded_by, recorded_at)',
    );
    await runner.query(`
      CREATE TABLE pathology_daily_count (
        country text NOT NULL,
        day date NOT NULL,
        pathology_id uuid NOT NULL
          CONSTRAINT pathology_daily_count_pathology_fkey REFERENCES pathology (id),
        slot smallint NOT NULL,
        cases integer NOT NULL,
        PRIMARY KEY (country, day, pathology_id, slot)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE pathology_daily_count');
    await runner.query('DROP TABLE consultation');
  }
}
