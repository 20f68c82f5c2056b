import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What partners reconcile by: their own number, beside the consultation that it was sent with, and their consultations in
 * the order in which they were recorded, of all patients or of one. Nothing read the index by country and moment that the
 * first replaces. And the codes that pathologies are recorded by: every ICD-10 code of the catalogue,
 * the first pathology's where two have one.
 */
export class ExtendConsultations1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE consultation ADD COLUMN external_id text');
    await runner.query('DROP INDEX consultation_recorded_by_idx');
    await runner.query('CREATE INDEX consultation_recorded_by_idx ON consultation (recorded_by, id)');
    await runner.query('CREATE INDEX consultation_patient_idx ON consultation (recorded_by, patient_id, id)');
    await runner.query(`
      CREATE TABLE pathology_code (
        classification text NOT NULL
          CONSTRAINT pathology_code_classification_check CHECK (classification IN ('icd10', 'icd11')),
        code text NOT NULL,
        pathology_id uuid NOT NULL CONSTRAINT pathology_code_pathology_fkey REFERENCES pathology (id),
        PRIMARY KEY (classification, code)
      )`);
    await runner.query('CREATE INDEX pathology_code_pathology_idx ON pathology_code (pathology_id)');
    await runner.query(`
      INSERT INTO pathology_code (classification, code, pathology_id)
      SELECT DISTINCT ON (icd10) 'icd10', icd10, id FROM pathology
      WHERE scope = '*' AND icd10 IS NOT NULL ORDER BY icd10, id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE pathology_code');
    await runner.query('DROP INDEX consultation_patient_idx');
    await runner.query('DROP INDEX consultation_recorded_by_idx');
    await runner.query(
      'CREATE INDEX consultation_recorded_by_idx ON consultation (country, recorded_by, recorded_at)',
    );
    await runner.query('ALTER TABLE consultation DROP COLUMN external_id');
  }
}
