import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { Database } from '../../../platform/database/database';
import { isUuid } from '../../../shared/identifier';
import type { Locale } from '../../../shared/locale';
import type { Urgency } from '../../../shared/urgency';
import type { Authorship, ChatTurn } from '../models/chat-model';
import { CLAIM_CONVERSATION } from '../conversations/conversations.sql';
import { MOVE_RATINGS_TO_ACCOUNT } from '../ratings/ratings.sql';
import { GroupedReplyWrites, type StoredQuestion } from './grouped-reply-writes';
import {
  CONTINUE_CONVERSATION,
  FAIL_EXPIRED_REPLY,
  FAIL_REPLY,
  FIND_EARLIER_MESSAGES,
  FIND_LAST_QUESTIONS,
  FIND_REPLY,
  SAVE_REPLY_DRAFT,
} from './reply.sql';

/** Time to store a reply after the deadline of its generation, on a slow database. */
const STORING_MS = 5_000;

/** How many earlier questions triage reads. */
const MAX_EARLIER_QUESTIONS = 10;

/** How many replies after an emergency begin with a reminder of it. */
const REPLIES_WITH_REMINDER = 2;

/** A conversation of a caller; without an id, a new one. */
export interface ConversationOf {
  readonly conversationId: string | null;
  /** Null for an anonymous caller. */
  readonly accountId: string | null;
}

/** A stored question and its reply, which is still empty. */
export interface OpenReply {
  readonly conversationId: string;
  readonly messageId: string;
  /** Position of the question in the conversation; null if it begins the conversation. */
  readonly position: string | null;
}

/** A reply as far as it is generated. */
export interface ReplyDraft {
  readonly content: string;
  readonly urgency: Urgency;
  readonly language: Locale;
}

/** A question in its conversation. */
export interface QuestionInContext {
  /** Oldest first; the question is the last. */
  readonly turns: readonly ChatTurn[];
  readonly isAfterEmergency: boolean;
}

export type StoredReply = z.output<typeof FIND_REPLY.row>;

/**
 * Questions and replies in the database. Every statement that gets an id from the caller has the caller's account as a
 * condition.
 */
@Injectable()
export class ReplyStore {
  private readonly writingMs: number;
  private readonly writes: GroupedReplyWrites;

  constructor(
    private readonly database: Database,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.writingMs = environment.CHATBOT_DEADLINE_MS + STORING_MS;
    this.writes = new GroupedReplyWrites(database, this.writingMs);
  }

  /** Stores a question with an empty reply. Returns undefined if the caller has no such conversation, or is erased. */
  async storeQuestion(
    question: string,
    { conversationId, accountId }: ConversationOf,
  ): Promise<OpenReply | undefined> {
    if (conversationId !== null && !isUuid(conversationId)) return undefined;
    const ids = { conversationId: conversationId?.toLowerCase() ?? randomUUID(), messageId: randomUUID() };
    const values = {
      conversationId: ids.conversationId,
      accountId,
      questionId: randomUUID(),
      question,
      replyId: ids.messageId,
    };
    if (conversationId === null) {
      return (await this.writes.start(values)) ? { ...ids, position: null } : undefined;
    }
    const position = await this.continueConversation(values);
    return position === undefined ? undefined : { ...ids, position };
  }

  /**
   * Returns a question after the messages before it, at most `CHATBOT_HISTORY_MESSAGES` in all. One statement reads them and
   * `isAfterEmergency`, so a failure loses both.
   */
  async findContext({ conversationId, position }: OpenReply, question: string): Promise<QuestionInContext> {
    const last: ChatTurn = { role: 'user', content: question };
    if (position === null) return { turns: [last], isAfterEmergency: false };
    const rows = await this.database.rows(FIND_EARLIER_MESSAGES, {
      conversationId,
      position,
      repliesWithReminder: REPLIES_WITH_REMINDER,
      count: this.environment.CHATBOT_HISTORY_MESSAGES - 1,
    });
    const newestFirst = rows.flatMap(({ role, content }) =>
      role === null || content === null ? [] : [{ role, content }],
    );
    return { turns: [...newestFirst.reverse(), last], isAfterEmergency: rows[0]?.afterEmergency ?? false };
  }

  /** Returns the caller's last questions of a conversation, oldest first. */
  async findLastQuestions({ conversationId, accountId }: ConversationOf): Promise<string[]> {
    if (conversationId === null || !isUuid(conversationId)) return [];
    const rows = await this.database.rows(FIND_LAST_QUESTIONS, {
      conversationId,
      accountId,
      count: MAX_EARLIER_QUESTIONS,
    });
    return rows.map(({ content }) => content).reverse();
  }

  /** Returns false if the reply was deleted meanwhile. */
  async saveDraft(reply: OpenReply, draft: ReplyDraft): Promise<boolean> {
    return (await this.database.run(SAVE_REPLY_DRAFT, { ...keyOf(reply), ...draft })) > 0;
  }

  /** Returns false if the reply was deleted meanwhile. */
  async complete(reply: OpenReply, draft: ReplyDraft, authorship: Authorship): Promise<boolean> {
    return this.writes.complete({ ...keyOf(reply), ...draft, ...authorship });
  }

  /** Stores the content of a reply that will not be completed. */
  async fail(reply: OpenReply, content: string): Promise<void> {
    await this.database.run(FAIL_REPLY, { ...keyOf(reply), content });
  }

  /** Returns a reply that the caller may read. An expired reply is returned as failed. */
  async find(messageId: string, accountId: string | null): Promise<StoredReply | undefined> {
    if (!isUuid(messageId)) return undefined;
    const found = await this.database.first(FIND_REPLY, { replyId: messageId, accountId });
    if (!found?.expired) return found;
    await this.database.run(FAIL_EXPIRED_REPLY, { replyId: messageId });
    return { ...found, state: 'failed' };
  }

  /** Returns the position of the question, or undefined if the caller has no such conversation. */
  private async continueConversation(question: StoredQuestion): Promise<string | undefined> {
    const position = await this.addTo(this.database, question);
    const { accountId } = question;
    if (position !== undefined || accountId === null) return position;
    return this.claimAndContinue({ ...question, accountId });
  }

  /** The first message of an account in an anonymous conversation. Its ratings move after the lock: see `RATE_REPLY`. */
  private claimAndContinue(question: StoredQuestion & { accountId: string }): Promise<string | undefined> {
    return this.database.transaction(async (transaction) => {
      const claimed = await transaction.first(CLAIM_CONVERSATION, question);
      if (!claimed) return undefined;
      await transaction.run(MOVE_RATINGS_TO_ACCOUNT, question);
      return this.addTo(transaction, question);
    });
  }

  private async addTo(database: Database, question: StoredQuestion): Promise<string | undefined> {
    const rows = await database.rows(CONTINUE_CONVERSATION, { ...question, writingMs: this.writingMs });
    return rows.find(({ role }) => role === 'user')?.position;
  }
}

function keyOf({ conversationId, messageId }: OpenReply) {
  return { conversationId, replyId: messageId };
}
