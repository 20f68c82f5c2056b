import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThanOrEqual, Repository } from 'typeorm';
import { isUuid } from '../../fields/identifier';
import type { ChatTurn } from '../assistant/assistant-model';
import { Conversation } from './conversation.entity';
import { Message } from './message.entity';

type KeptReply = Pick<Message, 'content' | 'urgency' | 'language' | 'source' | 'model' | 'promptVersion'>;

/** Conversations and their messages. Whose they are is a condition of each query. */
@Injectable()
export class ConversationStore {
  constructor(
    @InjectRepository(Conversation) private readonly conversations: Repository<Conversation>,
    @InjectRepository(Message) private readonly messages: Repository<Message>,
  ) {}

  async begin(userId: string | null): Promise<string> {
    const id = randomUUID();
    await this.conversations.insert({ id, accountId: userId });
    return id;
  }

  /** A conversation of this account, or of nobody (then it belongs to whoever holds its id). */
  async find(conversationId: string, userId: string | null): Promise<string | undefined> {
    if (!isUuid(conversationId)) return undefined;
    const nobodys = { id: conversationId, accountId: IsNull() };
    const own = userId === null ? [] : [{ id: conversationId, accountId: userId }];
    const found = await this.conversations.findOne({ select: { id: true }, where: [nobodys, ...own] });
    return found?.id;
  }

  /** @returns the message's position in the conversation, up to which it is answered */
  async addMessage(conversationId: string, content: string): Promise<string> {
    const message = this.messages.create({ conversationId, id: randomUUID(), role: 'user', content });
    // The database gives the position (INSERT … RETURNING), and TypeORM puts it into what was inserted.
    await this.messages.insert(message);
    return message.position;
  }

  /** @returns the reply's id, under which it is rated */
  async addReply(conversationId: string, reply: KeptReply): Promise<string> {
    const id = randomUUID();
    await this.messages.insert({ conversationId, id, role: 'assistant', ...reply });
    return id;
  }

  /**
   * The last messages of a conversation, oldest first.
   * @param upTo position of the newest: what others say at the same time is not part of it
   */
  async lastTurns(
    conversationId: string,
    { upTo, count }: { upTo: string; count: number },
  ): Promise<ChatTurn[]> {
    const newestFirst = await this.messages.find({
      select: { role: true, content: true },
      where: { conversationId, position: LessThanOrEqual(upTo) },
      order: { position: 'DESC' },
      take: count,
    });
    return newestFirst.reverse().map(({ role, content }) => ({ role, content }));
  }
}
