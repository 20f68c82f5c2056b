import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, Repository } from 'typeorm';
import type { ChatTurn } from '../models/assistant-model';
import { Message } from './message.entity';

/** What was said in conversations. */
@Injectable()
export class ConversationStore {
  constructor(@InjectRepository(Message) private readonly messages: Repository<Message>) {}

  /**
   * The last messages of a conversation, oldest first, without replies that are not complete.
   * @param upTo position of the newest: what others say at the same time is not part of it
   */
  async lastTurns(
    conversationId: string,
    { upTo, count }: { upTo: string; count: number },
  ): Promise<ChatTurn[]> {
    const newestFirst = await this.messages.find({
      select: { role: true, content: true },
      where: { conversationId, position: LessThanOrEqual(upTo), state: 'completed' },
      order: { position: 'DESC' },
      take: count,
    });
    return newestFirst.reverse().map(({ role, content }) => ({ role, content }));
  }
}
