import { Injectable } from '@nestjs/common';
import { CleanupJob } from '../database/cleanup-job';
import { Database } from '../database/database';
import { DELETE_EXPIRED_RESPONSES } from './idempotent-response.sql';

/** Limits the duration of one statement. */
const BATCH_SIZE = 1_000;

/** Deletes expired responses, which hold patients' identifiers. New calls delete some too, but there may be no new calls. */
@Injectable()
export class ExpiredResponsesCleanup extends CleanupJob {
  constructor(private readonly database: Database) {
    super('answers', BATCH_SIZE);
  }

  protected deleteBatch(): Promise<number> {
    return this.database.run(DELETE_EXPIRED_RESPONSES, { limit: BATCH_SIZE });
  }
}
