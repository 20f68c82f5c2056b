import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the stored responses of calls with an `Idempotency-Key`. A row without a body is a call in progress. Its claim
 * distinguishes it from a later call that began after the row had expired.
 * Reverting deletes them: a repeated call then runs again.
 */
export class CreateIdempotentAnswers1763900200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotent_answer (
        account_id uuid NOT NULL,
        path text NOT NULL,
        key text NOT NULL,
        fingerprint bytea NOT NULL,
        body text,
        claim uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, path, key)
      )`);
    await runner.query('CREATE INDEX idempotent_answer_expires_idx ON idempotent_answer (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotent_answer');
  }
}
