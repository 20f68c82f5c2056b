import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { isUuid } from '../../../shared/identifier';
import type { Message } from '../conversations/message.entity';
import type { Authorship } from '../models/assistant-model';
import {
  BEGIN_CONVERSATION,
  COMPLETE_REPLY,
  CONTINUE_CONVERSATION,
  FAIL_REPLY,
  FIND_REPLY,
  GIVE_UP_REPLY,
  LAST_SAID,
  SAVE_PROGRESS,
  WAS_EMERGENCY,
} from './reply.sql';

/** For what is done after the last moment at which a reply's text may come: storing it, on a database that is slow. */
const STORING_MS = 5_000;

/** Earlier messages tell who is concerned, and the latest tell most. */
const MOST_SAID = 10;

/** A conversation that a message goes on with; null where it begins one. */
export interface Addressed {
  readonly conversationId: string | null;
  readonly userId: string | null;
}

/** A reply of which there is nothing yet. */
export interface BegunReply {
  readonly conversationId: string;
  readonly messageId: string;
  /** Of the message that it answers, in the conversation. */
  readonly position: string;
}

/** What there is of a reply. */
export type WrittenReply = Pick<Message, 'content' | 'urgency' | 'language'>;

/** A reply as it is stored. */
export interface StoredReply extends WrittenReply, Pick<Message, 'conversationId' | 'state' | 'source'> {
  /** It was being written by somebody who has gone since. */
  readonly expired: boolean;
}

type Changed = [rows: unknown[], count: number];

/** Replies in the database, from the moment in which they are begun. Whose they are is a condition of each query. */
@Injectable()
export class ReplyStore {
  private readonly writingMs: number;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT) { CHATBOT_DEADLINE_MS }: Environment,
  ) {
    this.writingMs = CHATBOT_DEADLINE_MS + STORING_MS;
  }

  /**
   * Keeps a message and begins the reply to it, both or neither.
   * @returns undefined where the conversation is not the account's
   */
  async begin(message: string, { conversationId, userId }: Addressed): Promise<BegunReply | undefined> {
    if (conversationId !== null && !isUuid(conversationId)) return undefined;
    const conversation = conversationId?.toLowerCase() ?? randomUUID();
    const messageId = randomUUID();
    const rows = await this.dataSource.query<Pick<Message, 'role' | 'position'>[]>(
      conversationId === null ? BEGIN_CONVERSATION : CONTINUE_CONVERSATION,
      [conversation, userId, randomUUID(), message, messageId, this.writingMs],
    );
    const said = rows.find(({ role }) => role === 'user');
    return said && { conversationId: conversation, messageId, position: said.position };
  }

  /** What the person said last in a conversation, oldest first; nothing in one that is not the account's. */
  async lastSaid({ conversationId, userId }: Addressed): Promise<string[]> {
    if (conversationId === null || !isUuid(conversationId)) return [];
    const values = [conversationId, userId, MOST_SAID];
    const rows = await this.dataSource.query<Pick<Message, 'content'>[]>(LAST_SAID, values);
    return rows.map(({ content }) => content).reverse();
  }

  /**
   * Whether what was written just before a message was answered as an emergency.
   * @param replies how many replies before it are asked about
   */
  async wasEmergency({ conversationId, position }: BegunReply, replies: number): Promise<boolean> {
    const values = [conversationId, position, replies];
    const [found] = await this.dataSource.query<{ wasEmergency: boolean }[]>(WAS_EMERGENCY, values);
    return found?.wasEmergency ?? false;
  }

  /** @returns whether it is still there: somebody may have deleted it */
  async saveProgress(reply: BegunReply, written: WrittenReply): Promise<boolean> {
    return this.change(SAVE_PROGRESS, [...valuesOf(reply, written)]);
  }

  /** @returns whether it is still there */
  async complete(reply: BegunReply, written: WrittenReply, authorship: Authorship): Promise<boolean> {
    const { source, model, promptVersion } = authorship;
    return this.change(COMPLETE_REPLY, [...valuesOf(reply, written), source, model, promptVersion]);
  }

  /** Keeps what there is of a reply that will not be completed. */
  async fail({ conversationId, messageId }: BegunReply, content: string): Promise<void> {
    await this.change(FAIL_REPLY, [conversationId, messageId, content]);
  }

  /** A reply that this account, or a stranger, may read. One whose writer has gone is found as failed. */
  async find(messageId: string, userId: string | null): Promise<StoredReply | undefined> {
    if (!isUuid(messageId)) return undefined;
    const [found] = await this.dataSource.query<StoredReply[]>(FIND_REPLY, [messageId, userId]);
    if (!found?.expired) return found;
    await this.change(GIVE_UP_REPLY, [messageId]);
    return { ...found, state: 'failed' };
  }

  private async change(statement: string, values: readonly unknown[]): Promise<boolean> {
    const [, count] = await this.dataSource.query<Changed>(statement, [...values]);
    return count > 0;
  }
}

function valuesOf({ conversationId, messageId }: BegunReply, written: WrittenReply): unknown[] {
  return [conversationId, messageId, written.content, written.urgency, written.language];
}
