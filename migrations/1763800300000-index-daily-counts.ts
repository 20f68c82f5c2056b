import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes the daily counts by pathology, for trends in one country or in all countries. */
export class IndexDailyCounts1763800300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX pathology_daily_count_pathology_idx ON pathology_daily_count (pathology_id, day)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX pathology_daily_count_pathology_idx');
  }
}
