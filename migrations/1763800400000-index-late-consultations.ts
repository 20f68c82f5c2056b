import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes late consultations by recording time. The index is partial: most consultations are not late. */
export class IndexLateConsultations1763800400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX consultation_late_idx ON consultation (pathology_id, recorded_at)
      WHERE recorded_at - consulted_at BETWEEN interval '7 days' AND interval '90 days'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX consultation_late_idx');
  }
}
