import { Injectable, NotImplementedException } from '@nestjs/common';
import type { Author } from '../author';
import type { InputOf, OutputOf } from '../../trpc/contract';
import type { chatbotContract } from '../chatbot.contract';

type Contract = typeof chatbotContract;

/** What people think of replies, and what that says of models and instructions. */
@Injectable()
export class RatingsService {
  /** @throws NotFoundException for a message that is no reply to this author */
  rate(
    _rating: InputOf<Contract['rateResponse']>,
    _author: Author,
  ): Promise<OutputOf<Contract['rateResponse']>['data']> {
    throw new NotImplementedException();
  }

  /** Of one year, in UTC. */
  statistics(_year: number): Promise<OutputOf<Contract['ratingStats']>['data']> {
    throw new NotImplementedException();
  }
}
