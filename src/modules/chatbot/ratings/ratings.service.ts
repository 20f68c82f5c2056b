import { Injectable, NotFoundException } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isUuid } from '../../../shared/identifier';
import { networkOf } from '../../../platform/limits/address-limit';
import type { Locale } from '../../../shared/locale';
import type { InputOf, OutputOf } from '../../../platform/contract/contract';
import type { Author } from '../author';
import type { chatbotContract } from '../chatbot.contract';
import { NO_SUCH_REPLY } from '../refusals';
import type { RatingReason } from './rating-reasons';
import { RATE } from './ratings.sql';
import { RATING_STATISTICS } from './reply-counts.sql';

type Contract = typeof chatbotContract;

interface StatisticsRow {
  readonly month: string;
  readonly model: string;
  readonly prompt_version: string;
  readonly language: Locale | '';
  readonly replies: number;
  readonly thumbs_up: number;
  readonly thumbs_down: number;
  readonly reasons: Partial<Record<RatingReason, number>>;
}

/** What people think of replies, and what that says of models and instructions. */
@Injectable()
export class RatingsService {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws NotFoundException for a message that is no complete reply to this author */
  async rate(
    { messageId, rating, reason = null, comment = null }: InputOf<Contract['rateResponse']>,
    { userId, address }: Author,
  ): Promise<OutputOf<Contract['rateResponse']>['data']> {
    const values = [messageId, userId, networkOf(address), rating, reason, comment];
    const [rated] = isUuid(messageId) ? await this.dataSource.query<{ id: string }[]>(RATE, values) : [];
    if (!rated) throw new NotFoundException(NO_SUCH_REPLY);
    return { messageId: rated.id, rating, reason, comment };
  }

  /** Of one year, in UTC, by month, model, version of the instructions and language. */
  async statistics(year: number): Promise<OutputOf<Contract['ratingStats']>['data']> {
    const rows = await this.dataSource.query<StatisticsRow[]>(RATING_STATISTICS, [year]);
    return rows.map((row) => ({
      month: row.month,
      model: row.model,
      promptVersion: row.prompt_version || null,
      language: row.language || null,
      replies: row.replies,
      thumbsUp: row.thumbs_up,
      thumbsDown: row.thumbs_down,
      reasons: row.reasons,
    }));
  }
}
