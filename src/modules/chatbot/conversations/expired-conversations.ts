import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { ExpiredRows } from '../../../platform/database/expired-rows';
import { DELETE_AND_COUNT } from '../ratings/reply-counts.sql';
import { ANY_EXPIRED, FORGET_ANSWERS, LOCK_SOME_EXPIRED } from './conversations.sql';

/** The most that one transaction deletes: meanwhile others wait who add to the same counts. */
const MOST_AT_ONCE = 200;

/**
 * Deletes the conversations of strangers in which nobody has written for `CHATBOT_ANONYMOUS_RETENTION_DAYS`. Those of
 * accounts stay until their owners delete them.
 */
@Injectable()
export class ExpiredConversations extends ExpiredRows {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    super('conversations', MOST_AT_ONCE);
  }

  protected async removeSome(): Promise<number> {
    const days = this.environment.CHATBOT_ANONYMOUS_RETENTION_DAYS;
    // Mostly there is nothing to do, and then no transaction for it.
    const [found] = await this.dataSource.query<{ any: boolean }[]>(ANY_EXPIRED, [days]);
    if (!found?.any) return 0;
    return this.dataSource.transaction(async (transaction) => {
      const expired = await transaction.query<{ id: string }[]>(LOCK_SOME_EXPIRED, [days, MOST_AT_ONCE]);
      if (expired.length === 0) return 0;
      const ids = expired.map(({ id }) => id);
      // A rating does not make a conversation younger, so one of today may be of an old conversation.
      await transaction.query(FORGET_ANSWERS, [ids]);
      await transaction.query(DELETE_AND_COUNT, [ids]);
      return ids.length;
    });
  }
}
