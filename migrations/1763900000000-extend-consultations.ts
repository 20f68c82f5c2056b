import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds to consultations what partners need to reconcile their records: the external id, and indexes in the order of
 * recording, for all patients or one. They replace the unused index by country and time. External ids are copied from the
 * claims; a voided consultation whose id another consultation has gets none.
 */
export class ExtendConsultations1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE consultation ADD COLUMN external_id text');
    await runner.query(`
      UPDATE consultation c SET external_id = k.external_id
      FROM consultation_claim k
      WHERE k.country = c.country AND k.consultation_id = c.id`);
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
