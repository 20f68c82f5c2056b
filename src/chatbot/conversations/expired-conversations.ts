import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module';
import type { Environment } from '../../config/environment';
import { DELETE_AND_COUNT } from '../ratings/reply-counts.sql';
import { LOCK_SOME_EXPIRED } from './conversations.sql';

const EVERY_MS = 60 * 60 * 1000;

/** The most that one transaction deletes: meanwhile others wait who add to the same counts. */
const MOST_AT_ONCE = 200;

/**
 * Deletes the conversations of strangers in which nobody has written for `CHATBOT_ANONYMOUS_RETENTION_DAYS`, when a process
 * starts and every hour from then on. Those of accounts stay until their owners delete them.
 */
@Injectable()
export class ExpiredConversations implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ExpiredConversations.name);
  private timer: NodeJS.Timeout | undefined;
  private deletion: Promise<void> = Promise.resolve();
  private isEnding = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  onApplicationBootstrap(): void {
    this.begin();
    this.timer = setInterval(() => {
      this.begin();
    }, EVERY_MS).unref();
  }

  /** Waits for the transaction that runs: the connections are closed afterwards. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.isEnding = true;
    await this.deletion;
  }

  private begin(): void {
    this.deletion = this.deletion.then(() => this.deleteAll());
  }

  /** Several processes may do so at once: each deletes what the others have not. */
  private async deleteAll(): Promise<void> {
    try {
      let deleted = MOST_AT_ONCE;
      while (deleted === MOST_AT_ONCE && !this.isEnding) deleted = await this.deleteSome();
    } catch (error) {
      this.logger.warn(
        { err: error },
        'expired conversations were not deleted; it is tried again in an hour',
      );
    }
  }

  private deleteSome(): Promise<number> {
    return this.dataSource.transaction(async (transaction) => {
      const values = [this.environment.CHATBOT_ANONYMOUS_RETENTION_DAYS, MOST_AT_ONCE];
      const expired = await transaction.query<{ id: string }[]>(LOCK_SOME_EXPIRED, values);
      if (expired.length > 0) await transaction.query(DELETE_AND_COUNT, [expired.map(({ id }) => id)]);
      return expired.length;
    });
  }
}
