import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const EVERY_MS = 60 * 60 * 1000;

/** Rows that are kept for a time, and removed when a process starts and every hour from then on. */
export abstract class ExpiredRows implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(this.constructor.name);
  private timer: NodeJS.Timeout | undefined;
  private removal: Promise<void> = Promise.resolve();
  private isEnding = false;

  /**
   * @param what they are, for the log
   * @param mostAtOnce how many `removeSome` removes where there are as many
   */
  protected constructor(
    private readonly what: string,
    private readonly mostAtOnce: number,
  ) {}

  /** Several processes may do so at once: each removes what the others have not. */
  protected abstract removeSome(): Promise<number>;

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

  private async removeAll(): Promise<void> {
    try {
      let removed = this.mostAtOnce;
      while (removed === this.mostAtOnce && !this.isEnding) removed = await this.removeSome();
    } catch (error) {
      this.logger.warn({ err: error }, `expired ${this.what} were not removed; it is tried again in an hour`);
    }
  }
}
