import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { AddressLimit } from '../limits/address-limit';
import { TooManyRequestsException } from '../limits/too-many-requests.exception';

/** Bounds what callers without a session cost: messages a minute from one address, and replies at once from all. */
@Injectable()
export class AnonymousLimit {
  private readonly perAddress: AddressLimit;
  private readonly concurrency: number;
  private running = 0;

  constructor(@Inject(ENVIRONMENT) environment: Environment) {
    this.perAddress = new AddressLimit(
      environment.CHATBOT_ANONYMOUS_PER_MINUTE,
      (seconds) => `Too many messages without a session; try again in ${seconds} seconds, or sign in`,
    );
    this.concurrency = environment.CHATBOT_ANONYMOUS_CONCURRENCY;
  }

  /**
   * @returns what to call once the reply has ended, whether or not somebody still waits for it
   * @throws TooManyRequestsException
   */
  async enter(address: string): Promise<() => void> {
    await this.perAddress.consume(address);
    if (this.running >= this.concurrency) {
      throw new TooManyRequestsException('The assistant is busy; please try again in a few seconds', 5);
    }
    this.running += 1;
    return () => {
      this.running -= 1;
    };
  }
}
