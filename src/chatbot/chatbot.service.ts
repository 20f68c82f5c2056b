import { Inject, Injectable, InternalServerErrorException, Logger, NotFoundException } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { AnonymousLimit } from './anonymous-limit';
import { type AssistantReply, AssistantModel, AssistantUnavailableError } from './assistant/assistant-model';
import { ConversationStore } from './conversation.store';

/** Who writes: an account, or a stranger known by a network address. */
export interface Author {
  readonly userId: string | null;
  readonly address: string;
}

export interface Answer {
  readonly response: string;
  readonly conversationId: string;
  readonly messageId: string;
}

@Injectable()
export class ChatbotService {
  private readonly logger = new Logger(ChatbotService.name);

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly conversations: ConversationStore,
    private readonly assistant: AssistantModel,
    private readonly anonymousLimit: AnonymousLimit,
  ) {}

  /**
   * Keeps a message, has it answered, and keeps the answer.
   * @throws NotFoundException for a conversation that is not the author's
   * @throws TooManyRequestsException for a stranger who writes too often
   * @throws InternalServerErrorException where the assistant fails; the message is kept
   */
  async sendMessage(
    { message, conversationId }: { message: string; conversationId?: string | null },
    { userId, address }: Author,
  ): Promise<Answer> {
    const answer = () => this.answer(message, conversationId ?? null, userId);
    return userId === null ? this.anonymousLimit.run(address, answer) : answer();
  }

  /** @throws NotFoundException for a message that is no reply to this author */
  async rateResponse(
    { messageId, rating }: { messageId: string; rating: boolean },
    userId: string | null,
  ): Promise<{ messageId: string; rating: boolean }> {
    const rated = await this.conversations.rateReply(messageId, rating, userId);
    if (!rated) throw new NotFoundException('messageId: no such reply');
    return { messageId, rating };
  }

  private async answer(message: string, given: string | null, userId: string | null): Promise<Answer> {
    const conversationId =
      given === null ? await this.conversations.begin(userId) : await this.conversations.find(given, userId);
    if (conversationId === undefined) throw new NotFoundException('conversationId: no such conversation');
    const position = await this.conversations.addMessage(conversationId, message);
    const reply = await this.reply(conversationId, position);
    const messageId = await this.conversations.addReply(conversationId, reply);
    return { response: reply.text, conversationId, messageId };
  }

  /** @param position of the message to answer */
  private async reply(conversationId: string, position: string): Promise<AssistantReply> {
    const turns = await this.conversations.lastTurns(conversationId, {
      upTo: position,
      count: this.environment.CHATBOT_HISTORY_MESSAGES,
    });
    try {
      return await this.assistant.reply(turns, AbortSignal.timeout(this.environment.CHATBOT_DEADLINE_MS));
    } catch (error) {
      if (!(error instanceof AssistantUnavailableError)) throw error;
      this.logger.error({ err: error }, 'the assistant did not answer');
      throw new InternalServerErrorException(
        `The assistant could not answer just now. Your message was kept: go on in conversation ${conversationId}.`,
      );
    }
  }
}
