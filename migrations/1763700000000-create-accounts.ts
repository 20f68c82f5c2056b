import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates accounts, sessions and login attempts. */
export class CreateAccounts1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        issuer text NOT NULL,
        subject text NOT NULL,
        email text NOT NULL,
        name text NOT NULL,
        role text NOT NULL CONSTRAINT account_role_check
          CHECK (role IN ('admin', 'ministry', 'doctor', 'pharmacist', 'user')),
        country text,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_login_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT account_issuer_subject_key UNIQUE (issuer, subject)
      )`);
    await runner.query(`
      CREATE TABLE session (
        token_hash text PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT session_account_fkey REFERENCES account (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_seen_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX session_account_idx ON session (account_id)');
    await runner.query('CREATE INDEX session_expires_idx ON session (expires_at)');
    await runner.query(`
      CREATE TABLE login_attempt (
        state_hash text PRIMARY KEY,
        browser_hash text NOT NULL,
        code_verifier text NOT NULL,
        return_to text NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX login_attempt_expires_idx ON login_attempt (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE login_attempt');
    await runner.query('DROP TABLE session');
    await runner.query('DROP TABLE account');
  }
}
