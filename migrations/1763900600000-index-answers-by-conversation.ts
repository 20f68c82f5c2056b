import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes the assistant's stored responses by conversation and message, to delete them with the conversation. The index
 * expressions must equal those of the DELETE statement: the planner compares their text.
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
