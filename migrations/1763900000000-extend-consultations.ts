import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What partners reconcile by: their own number, beside the consultation that it was sent with, and their consultations in
 * the order in which they were recorded, of all patients or of one. Nothing read the index by country and moment that the
 * first replaces.
 */
export class ExtendConsultations1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE consultation ADD COLUMN external_id text');
    await runner.query('DROP INDEX consultation_recorded_by_idx');
    await runner.query('CREATE INDEX consultation_recorded_by_idx ON consultation (recorded_by, id)');
    await runner.query('CREATE INDEX consultation_patient_idx ON consultation (recorded_by, patient_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX consultation_patient_idx');
    await runner.query('DROP INDEX consultation_recorded_by_idx');
    await runner.query(
      'CREATE INDEX consultation_recorded_by_idx ON consultation (country, recorded_by, recorded_at)',
    );
    await runner.query('ALTER TABLE consultation DROP COLUMN external_id');
  }
}
