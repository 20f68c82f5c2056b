import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The stored answers of the assistant that name a conversation or one of its messages are found by it, and forgotten with
 * it. The expressions are those of the statement that forgets them: the planner compares their text.
 */
export class IndexAnswersByConversation1763900600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX idempotent_answer_conversation_idx
      ON idempotent_answer (substr(body, strpos(body, '"conversationId":"') + 18, 36))
      WHERE path LIKE 'chatbot.%'`);
    await runner.query(`
      CREATE INDEX idempotent_answer_message_idx
      ON idempotent_answer (substr(body, strpos(body, '"messageId":"') + 13, 36))
      WHERE path LIKE 'chatbot.%'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX idempotent_answer_message_idx');
    await runner.query('DROP INDEX idempotent_answer_conversation_idx');
  }
}
