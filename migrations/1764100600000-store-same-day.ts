import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds to replies whether the question is for the same day. The column is added without a rewrite; the old program ignores it and
 * reads such a reply as one that is no emergency.
 */
export class StoreSameDay1764100600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE message ADD COLUMN same_day boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE message DROP COLUMN same_day');
  }
}
