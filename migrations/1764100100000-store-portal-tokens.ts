import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds to sessions the encrypted tokens of the login, which a logout at the portal needs. The column is added without a
 * rewrite; the old program ignores it.
 */
export class StorePortalTokens1764100100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE session ADD COLUMN portal_tokens bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE session DROP COLUMN portal_tokens');
  }
}
