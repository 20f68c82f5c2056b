import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { writeAuditEvents } from '../../../platform/audit/write-audit-events';
import { Database } from '../../../platform/database/database';
import { CleanupJob } from '../../../platform/database/cleanup-job';
import { UNKNOWN_COUNTRY } from '../../../shared/country';
import { DELETE_AND_COUNT_REPLIES } from '../ratings/reply-counts.sql';
import {
  ANY_EXPIRED_CONVERSATION,
  DELETE_STORED_RESPONSES,
  LOCK_EXPIRED_CONVERSATIONS,
} from './conversations.sql';

/** Conversations that one transaction deletes: it locks counts that other transactions wait for. */
const MAX_AT_ONCE = 200;

/** Deletes the conversations of anonymous callers `CHATBOT_ANONYMOUS_RETENTION_DAYS` after their last message. */
@Injectable()
export class ExpiredConversations extends CleanupJob {
  constructor(
    private readonly database: Database,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    super('conversations', MAX_AT_ONCE);
  }

  protected async deleteBatch(): Promise<number> {
    const days = this.environment.CHATBOT_ANONYMOUS_RETENTION_DAYS;
    // Usually none is expired, and no transaction is needed to see that.
    const { any } = await this.database.one(ANY_EXPIRED_CONVERSATION, { days });
    if (!any) return 0;
    return this.database.transaction(async (transaction) => {
      const expired = await transaction.rows(LOCK_EXPIRED_CONVERSATIONS, { days, count: MAX_AT_ONCE });
      if (expired.length === 0) return 0;
      const conversationIds = expired.map(({ id }) => id);
      // A rating does not renew a conversation, so a response that was stored today may quote an expired message.
      await transaction.run(DELETE_STORED_RESPONSES, { conversationIds });
      await transaction.run(DELETE_AND_COUNT_REPLIES, { conversationIds });
      const details = { conversations: conversationIds.length, days };
      await writeAuditEvents(transaction, [
        { country: UNKNOWN_COUNTRY, action: 'retention.conversations', caller: null, details },
      ]);
      return conversationIds.length;
    });
  }
}
