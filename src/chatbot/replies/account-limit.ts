import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module';
import type { Environment } from '../../config/environment';
import { TooManyRequestsException } from '../../limits/too-many-requests.exception';

/** Bounds how many replies one account has written at once. It is kept in memory, by this process alone. */
@Injectable()
export class AccountLimit {
  private readonly running = new Map<string, number>();
  private readonly most: number;

  constructor(@Inject(ENVIRONMENT) { CHATBOT_ACCOUNT_CONCURRENCY }: Environment) {
    this.most = CHATBOT_ACCOUNT_CONCURRENCY;
  }

  /**
   * @returns what to call once the reply has ended
   * @throws TooManyRequestsException
   */
  enter(userId: string): () => void {
    const running = this.running.get(userId) ?? 0;
    if (running >= this.most) {
      throw new TooManyRequestsException(
        'Too many of your messages are being answered; please try again in a few seconds',
        5,
      );
    }
    this.running.set(userId, running + 1);
    return () => {
      const left = (this.running.get(userId) ?? 1) - 1;
      if (left === 0) this.running.delete(userId);
      else this.running.set(userId, left);
    };
  }
}
