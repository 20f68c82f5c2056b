import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Message } from '../../../../src/modules/chatbot/messages/message.entity';

const countsSchema = z.tuple([
  z.object({ conversations: z.int(), messages: z.int(), ratings: z.int(), deleted: z.int() }),
]);

interface Conversation {
  readonly account?: string;
  /** The PostgreSQL timestamp of its start and last use. Anonymous ones are last used now, so that they do not expire. */
  readonly at?: string;
}

interface Reply extends Partial<
  Pick<Message, 'state' | 'urgency' | 'source' | 'model' | 'promptVersion' | 'language'>
> {
  readonly text?: string;
  readonly at?: string;
  /** The PostgreSQL timestamp of the deadline. */
  readonly writingUntil?: string;
}

/** Stores conversations directly in the database. */
export class StoredConversations {
  constructor(private readonly database: DataSource) {}

  async begin({ account, at = 'now' }: Conversation = {}): Promise<string> {
    const id = randomUUID();
    await this.database.query(
      `INSERT INTO conversation (id, account_id, created_at, last_message_at)
       VALUES ($1, $2::uuid, $3::timestamptz, CASE WHEN $2::uuid IS NULL THEN now() ELSE $3::timestamptz END)`,
      [id, account ?? null, at],
    );
    return id;
  }

  /** @returns the message's id */
  async say(conversation: string, text: string, at = 'now'): Promise<string> {
    const id = randomUUID();
    await this.database.query(
      `INSERT INTO message (conversation_id, id, role, content, created_at) VALUES ($1, $2, 'user', $3, $4)`,
      [conversation, id, text, at],
    );
    return id;
  }

  /** @returns the reply's id */
  async reply(conversation: string, reply: Reply = {}): Promise<string> {
    const id = randomUUID();
    const { text = 'Rest, and drink.', at = 'now', state = 'completed', writingUntil = null } = reply;
    const { urgency = 'none', source = 'model', model = 'm-1', promptVersion = '2', language = 'en' } = reply;
    await this.database.query(
      `INSERT INTO message (conversation_id, id, role, content, created_at, state, writing_until, urgency, source, model,
         prompt_version, language)
       VALUES ($1, $2, 'assistant', $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [conversation, id, text, at, state, writingUntil, urgency, source, model, promptVersion, language],
    );
    return id;
  }

  /** Stores a conversation of one message and its reply. */
  async exchange(conversation: Conversation = {}, reply: Reply = {}): Promise<{ id: string; reply: string }> {
    const id = await this.begin(conversation);
    await this.say(id, 'I cough', conversation.at);
    return { id, reply: await this.reply(id, { at: conversation.at ?? 'now', ...reply }) };
  }

  /** Returns the number of rows. `deleted` is the number of deleted replies. */
  async counts(): Promise<z.output<typeof countsSchema>[0]> {
    const rows = await this.database.query<unknown[]>(
      `SELECT (SELECT count(*) FROM conversation)::integer AS conversations,
              (SELECT count(*) FROM message)::integer AS messages,
              (SELECT count(*) FROM message_rating)::integer AS ratings,
              (SELECT coalesce(sum(replies), 0) FROM deleted_reply_count)::integer AS deleted`,
    );
    return countsSchema.parse(rows)[0];
  }
}
