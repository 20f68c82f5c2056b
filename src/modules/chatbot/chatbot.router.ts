import type { EventsOf, Implements, InputOf, OutputOf } from '../../platform/contract/contract';
import { ContractRouter, Procedure } from '../../platform/trpc/procedure.decorator';
import type { Caller } from '../../platform/access/caller';
import type { ProcedureContext } from '../../platform/contract/procedure-context';
import type { Author } from './author';
import { chatbotContract } from './chatbot.contract';
import { ConversationsService } from './conversations/conversations.service';
import { keptWithConversation } from './conversations/kept-with-conversation';
import { RatingsService } from './ratings/ratings.service';
import { RepliesService } from './replies/replies.service';

type Contract = typeof chatbotContract;

@ContractRouter('chatbot')
export class ChatbotRouter implements Implements<Contract> {
  constructor(
    private readonly replies: RepliesService,
    private readonly conversationsService: ConversationsService,
    private readonly ratings: RatingsService,
  ) {}

  @Procedure(chatbotContract.sendMessage)
  async sendMessage(
    input: InputOf<Contract['sendMessage']>,
    context: ProcedureContext,
  ): Promise<OutputOf<Contract['sendMessage']>> {
    return keptWithConversation(await this.replies.send(input, authorOf(context)));
  }

  @Procedure(chatbotContract.startReply)
  async startReply(
    input: InputOf<Contract['startReply']>,
    context: ProcedureContext,
  ): Promise<OutputOf<Contract['startReply']>> {
    return keptWithConversation(await this.replies.start(input, authorOf(context)));
  }

  @Procedure(chatbotContract.reply)
  reply(
    { messageId, lastEventId }: InputOf<Contract['reply']>,
    { caller }: ProcedureContext,
  ): Promise<EventsOf<Contract['reply']>> {
    return this.replies.events({ messageId, after: lastEventId ?? null }, caller?.userId ?? null);
  }

  @Procedure(chatbotContract.conversations)
  async conversations(
    input: InputOf<Contract['conversations']>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<Contract['conversations']>> {
    return { success: true, data: await this.conversationsService.list(input, caller.userId) };
  }

  @Procedure(chatbotContract.history)
  async history(
    input: InputOf<Contract['history']>,
    context: ProcedureContext,
  ): Promise<OutputOf<Contract['history']>> {
    return { success: true, data: await this.conversationsService.history(input, authorOf(context)) };
  }

  @Procedure(chatbotContract.deleteConversation)
  async deleteConversation(
    { conversationId }: InputOf<Contract['deleteConversation']>,
    { caller }: ProcedureContext,
  ): Promise<OutputOf<Contract['deleteConversation']>> {
    await this.conversationsService.delete(conversationId, caller?.userId ?? null);
    return { success: true, data: { conversationId } };
  }

  @Procedure(chatbotContract.rateResponse)
  async rateResponse(
    input: InputOf<Contract['rateResponse']>,
    context: ProcedureContext,
  ): Promise<OutputOf<Contract['rateResponse']>> {
    return { success: true, data: await this.ratings.rate(input, authorOf(context)) };
  }

  @Procedure(chatbotContract.ratingStats)
  async ratingStats({ year }: InputOf<Contract['ratingStats']>): Promise<OutputOf<Contract['ratingStats']>> {
    return { success: true, data: await this.ratings.statistics(year ?? new Date().getUTCFullYear()) };
  }
}

function authorOf({ caller, address, languages }: ProcedureContext): Author {
  const country = caller?.country;
  return {
    userId: caller?.userId ?? null,
    address,
    country: country === null || country === '*' ? undefined : country,
    languages,
  };
}
