import { Injectable, NotFoundException } from '@nestjs/common';
import type { z } from 'zod';
import type { Caller } from '../../../platform/access/caller';
import { ownCountry } from '../../../platform/access/record-country';
import { AuditTrail } from '../../../platform/audit/audit-trail.service';
import { Database } from '../../../platform/database/database';
import { UNKNOWN_COUNTRY } from '../../../shared/country';
import { invalidCursor, takePage } from '../../../shared/cursor';
import { isUuid } from '../../../shared/identifier';
import { networkOf } from '../../../platform/limits/address-limit';
import type { InputOf, OutputOf } from '../../../platform/contract/implementation-types';
import type { chatbotContract } from '../chatbot.contract';
import { NO_SUCH_CONVERSATION } from '../refusal-texts';
import { DELETE_AND_COUNT_REPLIES } from '../ratings/reply-counts.sql';
import type { Sender } from '../sender';
import {
  DELETE_STORED_RESPONSES,
  FIND_CONVERSATIONS,
  FIND_MESSAGES,
  LOCK_CONVERSATION,
  type listedMessage,
} from './conversations.sql';
import { readConversationCursor, writeConversationCursor } from './conversation-cursor';
import { titleOf } from './title';

type Contract = typeof chatbotContract;
type MessageRow = z.output<typeof listedMessage>;
type ListedMessage = OutputOf<Contract['history']>['data']['messages'][number];

/** Lists, shows and deletes the conversations of a caller. */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws BadRequestException if the cursor is invalid */
  async list(
    { limit, cursor }: InputOf<Contract['conversations']>,
    accountId: string,
  ): Promise<OutputOf<Contract['conversations']>['data']> {
    const after = typeof cursor === 'string' ? readConversationCursor(cursor) : null;
    if (after === undefined) throw invalidCursor();
    const rows = await this.database.rows(FIND_CONVERSATIONS, {
      accountId,
      lastUsed: after ? Number(after.lastUsed) : null,
      lastId: after?.id ?? null,
      count: limit + 1,
    });
    const { listed, lastBeforeNext: last } = takePage(rows, limit);
    return {
      conversations: listed.map((row) => ({
        conversationId: row.id,
        title: titleOf(row.beginning),
        startedAt: row.startedAt.toISOString(),
        lastMessageAt: row.lastMessageAt.toISOString(),
      })),
      nextCursor: last ? writeConversationCursor(last) : null,
    };
  }

  /** @throws NotFoundException for a conversation that is not the caller's; BadRequestException if the cursor is invalid */
  async history(
    { conversationId, limit, cursor = null }: InputOf<Contract['history']>,
    { accountId, address }: Sender,
  ): Promise<OutputOf<Contract['history']>['data']> {
    if (!isUuid(conversationId)) throw noSuchConversation();
    const isCursor = cursor === null || isUuid(cursor);
    const rows = await this.database.rows(FIND_MESSAGES, {
      conversationId,
      accountId,
      network: networkOf(address),
      after: isCursor ? cursor : null,
      count: limit + 1,
    });
    if (rows.length === 0) throw noSuchConversation();
    const messages = rows.filter(isMessage);
    // The platform gives a cursor only if more messages follow.
    if (!isCursor || (cursor !== null && messages.length === 0)) throw invalidCursor();
    const { listed, lastBeforeNext } = takePage(messages, limit);
    return { messages: listed.map(messageOf), nextCursor: lastBeforeNext?.id ?? null };
  }

  /** @throws NotFoundException for a conversation that is not the caller's */
  async delete(conversationId: string, caller: Caller | null): Promise<void> {
    if (!isUuid(conversationId)) throw noSuchConversation();
    await this.database.transaction(async (transaction) => {
      const locked = await transaction.first(LOCK_CONVERSATION, {
        conversationId,
        accountId: caller?.userId ?? null,
      });
      if (!locked) throw noSuchConversation();
      const conversationIds = [locked.id];
      await transaction.run(DELETE_STORED_RESPONSES, { conversationIds });
      await transaction.run(DELETE_AND_COUNT_REPLIES, { conversationIds });
      const country = caller ? ownCountry(caller) : UNKNOWN_COUNTRY;
      const details = { conversationId: locked.id };
      await this.audit.writeIn(transaction, [
        { country, action: 'chatbot.deleteConversation', caller, details },
      ]);
    });
  }
}

/** The columns of `message` are NOT NULL, so either all are null or none. */
function isMessage(row: z.output<typeof FIND_MESSAGES.row>): row is MessageRow {
  return row.id !== null;
}

function messageOf({
  id,
  content,
  createdAt,
  rating,
  reason,
  comment,
  ...message
}: MessageRow): ListedMessage {
  return {
    messageId: id,
    text: content,
    sentAt: createdAt.toISOString(),
    ...message,
    rating: rating === null ? null : { rating, reason, comment },
  };
}

function noSuchConversation(): NotFoundException {
  return new NotFoundException(NO_SUCH_CONVERSATION);
}
