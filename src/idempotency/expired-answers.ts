import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { REMOVE_SOME_EXPIRED } from './idempotent-answer.sql';

const EVERY_MS = 60 * 60 * 1000;

/** The most that one statement removes, so that none takes long. */
const MOST_AT_ONCE = 1_000;

/**
 * Removes stored answers that have expired, when a process starts and every hour from then on: they hold patients'
 * identifiers, and calls under a key remove some of them only for as long as there are such calls.
 */
@Injectable()
export class ExpiredAnswers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ExpiredAnswers.name);
  private timer: NodeJS.Timeout | undefined;
  private removal: Promise<void> = Promise.resolve();
  private isEnding = false;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.begin();
    this.timer = setInterval(() => {
      this.begin();
    }, EVERY_MS).unref();
  }

  /** Waits for the statement that runs: the connections are closed afterwards. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.isEnding = true;
    await this.removal;
  }

  private begin(): void {
    this.removal = this.removal.then(() => this.removeAll());
  }

  /** Several processes may do so at once: each removes what the others have not. */
  private async removeAll(): Promise<void> {
    try {
      let removed = MOST_AT_ONCE;
      while (removed === MOST_AT_ONCE && !this.isEnding) removed = await this.removeSome();
    } catch (error) {
      this.logger.warn({ err: error }, 'expired answers were not removed; it is tried again in an hour');
    }
  }

  private async removeSome(): Promise<number> {
    const [, removed] = await this.dataSource.query<[unknown[], number]>(REMOVE_SOME_EXPIRED, [MOST_AT_ONCE]);
    return removed;
  }
}
