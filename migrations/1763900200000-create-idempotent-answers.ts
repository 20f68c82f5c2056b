import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What calls under an `Idempotency-Key` were answered, for as long as they may be repeated. A row without a body is a call
 * that has begun and stores its answer later; its claim tells it from one that began after it had expired.
 * Undone, it forgets them: a call that is repeated afterwards runs again.
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
