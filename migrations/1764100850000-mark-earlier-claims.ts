import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['consultation_claim', 'medication_sale_claim'];

/**
 * Marks the claims that exist: earlier releases made their digests with keys that do not distinguish numbers, so `2.5 mg` has the
 * digest that this release makes for `25 mg`. Later claims are not marked, because the default changes. PostgreSQL stores the
 * first default once, and rewrites no row.
 */
export class MarkEarlierClaims1764100850000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN is_by_spelling boolean NOT NULL DEFAULT true`);
      await runner.query(`ALTER TABLE ${table} ALTER COLUMN is_by_spelling SET DEFAULT false`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN is_by_spelling`);
  }
}
