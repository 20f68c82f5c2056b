import { Injectable, NotFoundException } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { isUuid } from '../../../shared/identifier';
import { networkOf } from '../../../platform/limits/address-limit';
import type { InputOf, OutputOf } from '../../../platform/contract/implementation-types';
import type { chatbotContract } from '../chatbot.contract';
import { NO_SUCH_REPLY } from '../refusal-texts';
import type { Sender } from '../sender';
import { RATE_REPLY } from './ratings.sql';
import { RATING_STATISTICS } from './reply-counts.sql';

type Contract = typeof chatbotContract;

/** Ratings of replies, and statistics by model and instructions. */
@Injectable()
export class RatingsService {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundException if the caller may not see such a reply, or it is not complete */
  async rate(
    { messageId, rating, reason = null, comment = null }: InputOf<Contract['rateResponse']>,
    { accountId, address }: Sender,
  ): Promise<OutputOf<Contract['rateResponse']>['data']> {
    const rated = isUuid(messageId)
      ? await this.database.first(RATE_REPLY, {
          replyId: messageId,
          accountId,
          network: networkOf(address),
          rating,
          reason,
          comment,
        })
      : undefined;
    if (!rated) throw new NotFoundException(NO_SUCH_REPLY);
    return { messageId: rated.id, rating, reason, comment };
  }

  /** Returns the ratings of a year (UTC) by month, model, version of the instructions and language. */
  async statistics(year: number): Promise<OutputOf<Contract['ratingStats']>['data']> {
    const rows = await this.database.rows(RATING_STATISTICS, { year });
    return rows.map((row) => ({
      ...row,
      promptVersion: row.promptVersion || null,
      language: row.language || null,
    }));
  }
}
