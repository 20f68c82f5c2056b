import type { EventsOf, Implements, InputOf, OutputOf } from '../../platform/contract/implementation-types';
import { ContractRouter, Procedure } from '../../platform/trpc/procedure.decorator';
import { assertAllCountries } from '../../platform/access/assert-access';
import type { Caller } from '../../platform/access/caller';
import type { ProcedureContext } from '../../platform/contract/procedure-context';
import { chatbotContract } from './chatbot.contract';
import { ConversationsService } from './conversations/conversations.service';
import { storeOnlyWithConversation } from './conversations/store-only-with-conversation';
import { RatingsService } from './ratings/ratings.service';
import { ReplyReadingService } from './replies/reply-reading.service';
import { questionOf } from './sending/question';
import { SendMessageService } from './sending/send-message.service';
import { senderOf } from './sender';

type Contract = typeof chatbotContract;

@ContractRouter('chatbot')
export class ChatbotRouter implements Implements<Contract> {
  constructor(
    private readonly sending: SendMessageService,
    private readonly replies: ReplyReadingService,
    private readonly conversationsService: ConversationsService,
    private readonly ratings: RatingsService,
  ) {}

  @Procedure(chatbotContract.sendMessage)
  async sendMessage(
    input: InputOf<Contract['sendMessage']>,
    context: ProcedureContext,
  ): Promise<OutputOf<Contract['sendMessage']>> {
    return storeOnlyWithConversation(await this.sending.send(questionOf(input, context, { isWhole: true })));
  }

  @Procedure(chatbotContract.startReply)
  async startReply(
    input: InputOf<Contract['startReply']>,
    context: ProcedureContext,
  ): Promise<OutputOf<Contract['startReply']>> {
    return storeOnlyWithConversation(
      await this.sending.start(questionOf(input, context, { isWhole: false })),
    );
  }

  @Procedure(chatbotContract.reply)
  reply(
    { messageId, lastEventId }: InputOf<Contract['reply']>,
    { caller, isCallerUnknown }: ProcedureContext,
  ): Promise<EventsOf<Contract['reply']>> {
    const request = { messageId, after: lastEventId ?? null, onlyUnstored: isCallerUnknown };
    return this.replies.read(request, caller?.userId ?? null);
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
    return { success: true, data: await this.conversationsService.history(input, senderOf(context)) };
  }

  @Procedure(chatbotContract.deleteConversation)
  async deleteConversation(
    { conversationId }: InputOf<Contract['deleteConversation']>,
    { caller }: ProcedureContext,
  ): Promise<OutputOf<Contract['deleteConversation']>> {
    await this.conversationsService.delete(conversationId, caller);
    return { success: true, data: { conversationId } };
  }

  @Procedure(chatbotContract.rateResponse)
  async rateResponse(
    input: InputOf<Contract['rateResponse']>,
    context: ProcedureContext,
  ): Promise<OutputOf<Contract['rateResponse']>> {
    return { success: true, data: await this.ratings.rate(input, senderOf(context)) };
  }

  @Procedure(chatbotContract.ratingStats)
  async ratingStats(
    { year }: InputOf<Contract['ratingStats']>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<Contract['ratingStats']>> {
    assertAllCountries(caller);
    return { success: true, data: await this.ratings.statistics(year ?? new Date().getUTCFullYear()) };
  }
}
