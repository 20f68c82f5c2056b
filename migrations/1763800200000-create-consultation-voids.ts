import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Consultations that were taken out of the counts, by whom and why. The consultation itself stays as it was. */
export class CreateConsultationVoids1763800200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE consultation_void (
        country text NOT NULL,
        consultation_id uuid NOT NULL,
        reason text NOT NULL,
        voided_by uuid NOT NULL,
        voided_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (country, consultation_id)
      )`);
    await runner.query('CREATE INDEX consultation_id_idx ON consultation (id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX consultation_id_idx');
    await runner.query('DROP TABLE consultation_void');
  }
}
