import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds to replies their state, language and prompt version; to ratings their rater and reason; and creates the rating counts
 * of deleted replies. Reverting keeps the last of several ratings of a reply.
 */
export class ExtendConversations1763900400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE conversation ADD COLUMN last_message_at timestamptz');
    await runner.query(`
      UPDATE conversation c SET last_message_at = coalesce(
        (SELECT max(m.created_at) FROM message m WHERE m.conversation_id = c.id), c.created_at)`);
    await runner.query(`
      ALTER TABLE conversation
        ALTER COLUMN last_message_at SET NOT NULL,
        ALTER COLUMN last_message_at SET DEFAULT now()`);
    await runner.query('DROP INDEX conversation_account_idx');
    await runner.query(
      'CREATE INDEX conversation_account_idx ON conversation (account_id, last_message_at, id)',
    );
    await runner.query(
      'CREATE INDEX conversation_anonymous_idx ON conversation (last_message_at) WHERE account_id IS NULL',
    );
    await runner.query(`
      ALTER TABLE message
        ADD COLUMN state text NOT NULL DEFAULT 'completed'
          CONSTRAINT message_state_check CHECK (state IN ('completed', 'writing', 'failed')),
        ADD COLUMN writing_until timestamptz,
        ADD COLUMN urgency text CONSTRAINT message_urgency_check CHECK (urgency IN ('emergency', 'none')),
        ADD COLUMN language text,
        ADD COLUMN prompt_version text`);
    await runner.query(`UPDATE message SET source = 'model' WHERE source = 'openai'`);
    await runner.query(`UPDATE message SET urgency = 'none' WHERE role = 'assistant'`);
    await runner.query(`CREATE INDEX message_reply_idx ON message (created_at) WHERE role = 'assistant'`);
    await runner.query(`
      CREATE TABLE message_rating (
        conversation_id uuid NOT NULL,
        message_id uuid NOT NULL,
        rater text NOT NULL,
        rating boolean NOT NULL,
        reason text,
        comment text,
        rated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (conversation_id, message_id, rater),
        CONSTRAINT message_rating_message_fkey FOREIGN KEY (conversation_id, message_id)
          REFERENCES message (conversation_id, id) ON DELETE CASCADE
      )`);
    await runner.query(`
      INSERT INTO message_rating (conversation_id, message_id, rater, rating, rated_at)
      SELECT m.conversation_id, m.id, coalesce(c.account_id::text, 'unknown'), m.rating, coalesce(m.rated_at, now())
      FROM message m JOIN conversation c ON c.id = m.conversation_id
      WHERE m.rating IS NOT NULL`);
    await runner.query('ALTER TABLE message DROP COLUMN rating, DROP COLUMN rated_at');
    await runner.query(`
      CREATE TABLE deleted_reply_count (
        month date NOT NULL,
        model text NOT NULL,
        prompt_version text NOT NULL,
        language text NOT NULL,
        replies bigint NOT NULL,
        thumbs_up bigint NOT NULL,
        thumbs_down bigint NOT NULL,
        reasons jsonb NOT NULL,
        PRIMARY KEY (month, model, prompt_version, language)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deleted_reply_count');
    await runner.query('ALTER TABLE message ADD COLUMN rating boolean, ADD COLUMN rated_at timestamptz');
    await runner.query(`
      UPDATE message m SET rating = r.rating, rated_at = r.rated_at
      FROM (
        SELECT DISTINCT ON (conversation_id, message_id) *
        FROM message_rating ORDER BY conversation_id, message_id, rated_at DESC
      ) r
      WHERE m.conversation_id = r.conversation_id AND m.id = r.message_id`);
    await runner.query('DROP TABLE message_rating');
    await runner.query('DROP INDEX message_reply_idx');
    await runner.query(`UPDATE message SET source = 'openai' WHERE source = 'model'`);
    await runner.query(`DELETE FROM message WHERE state <> 'completed'`);
    await runner.query(`
      ALTER TABLE message DROP COLUMN state, DROP COLUMN writing_until, DROP COLUMN urgency, DROP COLUMN language,
        DROP COLUMN prompt_version`);
    await runner.query('DROP INDEX conversation_anonymous_idx');
    await runner.query('DROP INDEX conversation_account_idx');
    await runner.query('ALTER TABLE conversation DROP COLUMN last_message_at');
    await runner.query('CREATE INDEX conversation_account_idx ON conversation (account_id, created_at)');
  }
}
