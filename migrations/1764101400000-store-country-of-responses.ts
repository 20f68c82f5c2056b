import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the country of the account to the responses that are stored for retries. The column is added without a rewrite; the old
 * program ignores it, and what it stores counts for any country.
 */
export class StoreCountryOfResponses1764101400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotent_answer ADD COLUMN country text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotent_answer DROP COLUMN country');
  }
}
