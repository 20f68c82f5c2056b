import { Injectable, NotImplementedException } from '@nestjs/common';
import type { Author } from '../author';
import type { InputOf, OutputOf } from '../../trpc/contract';
import type { chatbotContract } from '../chatbot.contract';

type Contract = typeof chatbotContract;

/** What people see again of their conversations, and delete. */
@Injectable()
export class ConversationsService {
  /** @throws BadRequestException for a cursor that is none */
  list(
    _page: InputOf<Contract['conversations']>,
    _userId: string,
  ): Promise<OutputOf<Contract['conversations']>['data']> {
    throw new NotImplementedException();
  }

  /** @throws NotFoundException for a conversation that is not the caller's; BadRequestException for a cursor that is none */
  history(
    _page: InputOf<Contract['history']>,
    _author: Author,
  ): Promise<OutputOf<Contract['history']>['data']> {
    throw new NotImplementedException();
  }

  /** @throws NotFoundException for a conversation that is not the caller's */
  delete(_conversationId: string, _userId: string | null): Promise<void> {
    throw new NotImplementedException();
  }
}
