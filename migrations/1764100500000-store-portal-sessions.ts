import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds to sessions the hash of the portal's session, which a logout at the portal names. The column is added without a rewrite;
 * the old program ignores it.
 */
export class StorePortalSessions1764100500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE session ADD COLUMN portal_session text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE session DROP COLUMN portal_session');
  }
}
