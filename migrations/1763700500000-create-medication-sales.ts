import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates medications, their sales, and the sold units by day. */
export class CreateMedicationSales1763700500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE medication (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        key text NOT NULL CONSTRAINT medication_key_key UNIQUE,
        name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE medication_sale (
        country text NOT NULL,
        id uuid NOT NULL DEFAULT uuidv7(),
        medication_id uuid NOT NULL CONSTRAINT medication_sale_medication_fkey REFERENCES medication (id),
        units integer NOT NULL CONSTRAINT medication_sale_units_check CHECK (units > 0),
        sold_at timestamptz NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (country, id)
      )`);
    await runner.query(`
      CREATE TABLE medication_daily_units (
        country text NOT NULL,
        day date NOT NULL,
        medication_id uuid NOT NULL
          CONSTRAINT medication_daily_units_medication_fkey REFERENCES medication (id),
        units bigint NOT NULL,
        PRIMARY KEY (country, day, medication_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE medication_daily_units');
    await runner.query('DROP TABLE medication_sale');
    await runner.query('DROP TABLE medication');
  }
}
