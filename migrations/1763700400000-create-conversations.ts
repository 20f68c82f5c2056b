import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates conversations with the assistant. A conversation without an account is open to every caller that has its id. */
export class CreateConversations1763700400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE conversation (
        id uuid PRIMARY KEY,
        account_id uuid,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX conversation_account_idx ON conversation (account_id, created_at)');
    await runner.query(`
      CREATE TABLE message (
        conversation_id uuid NOT NULL,
        id uuid NOT NULL,
        position bigserial,
        role text NOT NULL CONSTRAINT message_role_check CHECK (role IN ('user', 'assistant')),
        content text NOT NULL,
        source text,
        model text,
        rating boolean,
        rated_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (conversation_id, id),
        CONSTRAINT message_conversation_fkey
          FOREIGN KEY (conversation_id) REFERENCES conversation (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX message_id_idx ON message (id)');
    await runner.query('CREATE INDEX message_position_idx ON message (conversation_id, position)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE message');
    await runner.query('DROP TABLE conversation');
  }
}
