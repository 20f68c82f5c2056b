import { Injectable, NotFoundException } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { noSuchPage, pageOf } from '../../../shared/cursor';
import { isUuid } from '../../../shared/identifier';
import { networkOf } from '../../../platform/limits/address-limit';
import type { InputOf, OutputOf } from '../../../platform/contract/contract';
import type { Author } from '../author';
import type { chatbotContract } from '../chatbot.contract';
import { NO_SUCH_CONVERSATION } from '../refusals';
import { DELETE_AND_COUNT } from '../ratings/reply-counts.sql';
import {
  CONVERSATIONS_OF_ACCOUNT,
  FORGET_ANSWERS,
  LOCK_CONVERSATION,
  MESSAGES_OF_CONVERSATION,
} from './conversations.sql';
import { readPlaceInList, writePlaceInList } from './place-in-list';
import { titleOf } from './title';

type Contract = typeof chatbotContract;
type ListedMessage = OutputOf<Contract['history']>['data']['messages'][number];
type Rating = NonNullable<ListedMessage['rating']>;

interface ConversationRow {
  readonly id: string;
  readonly created_at: Date;
  readonly last_message_at: Date;
  readonly last_used: string;
  readonly beginning: string;
}

interface MessageRow extends Pick<ListedMessage, 'role' | 'state' | 'urgency' | 'source' | 'language'> {
  readonly id: string;
  readonly content: string;
  readonly created_at: Date;
  readonly rating: boolean | null;
  readonly reason: Rating['reason'];
  readonly comment: Rating['comment'];
}

/** What people see again of their conversations, and delete. */
@Injectable()
export class ConversationsService {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws BadRequestException for a cursor that is none */
  async list(
    { limit, cursor }: InputOf<Contract['conversations']>,
    userId: string,
  ): Promise<OutputOf<Contract['conversations']>['data']> {
    const after = typeof cursor === 'string' ? readPlaceInList(cursor) : null;
    if (after === undefined) throw noSuchPage();
    const values = [userId, after?.lastUsed ?? null, after?.id ?? null, limit + 1];
    const rows = await this.dataSource.query<ConversationRow[]>(CONVERSATIONS_OF_ACCOUNT, values);
    const { listed, lastBeforeNext: last } = pageOf(rows, limit);
    return {
      conversations: listed.map((row) => ({
        conversationId: row.id,
        title: titleOf(row.beginning),
        startedAt: row.created_at.toISOString(),
        lastMessageAt: row.last_message_at.toISOString(),
      })),
      nextCursor: last ? writePlaceInList({ id: last.id, lastUsed: last.last_used }) : null,
    };
  }

  /** @throws NotFoundException for a conversation that is not the caller's; BadRequestException for a cursor that is none */
  async history(
    { conversationId, limit, cursor = null }: InputOf<Contract['history']>,
    { userId, address }: Author,
  ): Promise<OutputOf<Contract['history']>['data']> {
    if (!isUuid(conversationId)) throw noSuchConversation();
    const isCursor = cursor === null || isUuid(cursor);
    const values = [conversationId, userId, networkOf(address), isCursor ? cursor : null, limit + 1];
    const rows = await this.dataSource.query<(MessageRow | { id: null })[]>(MESSAGES_OF_CONVERSATION, values);
    if (rows.length === 0) throw noSuchConversation();
    const messages = rows.filter((row) => row.id !== null);
    // Whoever was given a cursor was told that more messages follow.
    if (!isCursor || (cursor !== null && messages.length === 0)) throw noSuchPage();
    const { listed, lastBeforeNext } = pageOf(messages, limit);
    return { messages: listed.map(listedMessage), nextCursor: lastBeforeNext?.id ?? null };
  }

  /** @throws NotFoundException for a conversation that is not the caller's */
  async delete(conversationId: string, userId: string | null): Promise<void> {
    if (!isUuid(conversationId)) throw noSuchConversation();
    await this.dataSource.transaction(async (transaction) => {
      const [locked] = await transaction.query<{ id: string }[]>(LOCK_CONVERSATION, [conversationId, userId]);
      if (!locked) throw noSuchConversation();
      await transaction.query(FORGET_ANSWERS, [[locked.id]]);
      await transaction.query(DELETE_AND_COUNT, [[locked.id]]);
    });
  }
}

function listedMessage(row: MessageRow): ListedMessage {
  const { id, role, content, created_at, state, urgency, source, language, rating, reason, comment } = row;
  return {
    messageId: id,
    role,
    text: content,
    sentAt: created_at.toISOString(),
    state,
    urgency,
    source,
    language,
    rating: rating === null ? null : { rating, reason, comment },
  };
}

function noSuchConversation(): NotFoundException {
  return new NotFoundException(NO_SUCH_CONVERSATION);
}
