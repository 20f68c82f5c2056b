import type { Implements, InputOf, OutputOf } from '../trpc/contract';
import { ContractRouter, Procedure } from '../trpc/procedure.decorator';
import type { ProcedureContext } from '../trpc/procedure-context';
import { chatbotContract } from './chatbot.contract';
import { ChatbotService } from './chatbot.service';

@ContractRouter('chatbot')
export class ChatbotRouter implements Implements<typeof chatbotContract> {
  constructor(private readonly chatbot: ChatbotService) {}

  @Procedure(chatbotContract.sendMessage)
  sendMessage(
    input: InputOf<typeof chatbotContract.sendMessage>,
    { caller, address }: ProcedureContext,
  ): Promise<OutputOf<typeof chatbotContract.sendMessage>> {
    return this.chatbot.sendMessage(input, { userId: caller?.userId ?? null, address });
  }

  @Procedure(chatbotContract.rateResponse)
  async rateResponse(
    input: InputOf<typeof chatbotContract.rateResponse>,
    { caller }: ProcedureContext,
  ): Promise<OutputOf<typeof chatbotContract.rateResponse>> {
    return { success: true, data: await this.chatbot.rateResponse(input, caller?.userId ?? null) };
  }
}
