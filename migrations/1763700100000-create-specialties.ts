import type { MigrationInterface, QueryRunner } from 'typeorm';
import specialties from './data/1763700100000-specialties.json';

/** Creates the catalogue of medical specialties, filled from `data/1763700100000-specialties.json`. */
export class CreateSpecialties1763700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE specialty (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        code text NOT NULL CONSTRAINT specialty_code_key UNIQUE,
        name text NOT NULL CONSTRAINT specialty_name_key UNIQUE,
        description text NOT NULL
      )`);
    await runner.query(
      `INSERT INTO specialty (code, name, description)
       SELECT code, name, description FROM jsonb_to_recordset($1::jsonb) AS s (code text, name text, description text)`,
      [JSON.stringify(specialties)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE specialty');
  }
}
