import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What partners reconcile by: their own number, beside the consultation that it was sent with, and their consultations in
 * the order in which they were recorded, of all patients or of one. Nothing read the index by country and moment that the
 * first replaces. A number that was sent before is filled in where its claim stands for the consultation; one that was
 * voided, and whose number another has since, has none.
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
