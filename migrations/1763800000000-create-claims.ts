import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the claims of external ids: an account claims each id once, so that a repeated record is not counted twice. The
 * digest shows whether the content is the same. Also creates the list of imported files.
 * Reverting deletes both: records and files that are sent again are then counted again.
 */
export class CreateClaims1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE consultation_claim (
        account_id uuid NOT NULL,
        external_id text NOT NULL,
        digest bytea NOT NULL,
        country text NOT NULL,
        consultation_id uuid NOT NULL,
        PRIMARY KEY (account_id, external_id)
      )`);
    await runner.query(`
      CREATE TABLE medication_sale_claim (
        account_id uuid NOT NULL,
        external_id text NOT NULL,
        digest bytea NOT NULL,
        country text NOT NULL,
        medication_sale_id uuid NOT NULL,
        PRIMARY KEY (account_id, external_id)
      )`);
    await runner.query(`
      CREATE TABLE import_file (
        kind text NOT NULL CONSTRAINT import_file_kind_check CHECK (kind IN ('consultations', 'sales')),
        source text NOT NULL,
        sha256 bytea NOT NULL,
        only_new boolean NOT NULL DEFAULT false,
        imported_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (kind, source, sha256)
      )`);
    await runner.query('ALTER TABLE medication_sale ADD COLUMN recorded_by uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE medication_sale DROP COLUMN recorded_by');
    await runner.query('DROP TABLE import_file');
    await runner.query('DROP TABLE medication_sale_claim');
    await runner.query('DROP TABLE consultation_claim');
  }
}
