import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { AddressLimit, networkOf } from '../limits/address-limit';
import { ConcurrencyLimit } from '../limits/concurrency-limit';
import { TooManyRequestsException } from '../limits/too-many-requests.exception';

/** So that one network alone cannot keep everybody else out. */
const SHARE_OF_A_NETWORK = 1 / 4;

/**
 * Bounds what callers without a session cost: messages a minute from one address, and replies at once for one network and
 * for all.
 */
@Injectable()
export class AnonymousLimit {
  private readonly perAddress: AddressLimit;
  private readonly perNetwork: ConcurrencyLimit;
  private readonly concurrency: number;
  private running = 0;

  constructor(@Inject(ENVIRONMENT) environment: Environment) {
    this.perAddress = new AddressLimit(
      environment.CHATBOT_ANONYMOUS_PER_MINUTE,
      (seconds) => `Too many messages without a session; try again in ${seconds} seconds, or sign in`,
    );
    this.concurrency = environment.CHATBOT_ANONYMOUS_CONCURRENCY;
    this.perNetwork = new ConcurrencyLimit(
      Math.max(1, Math.floor(this.concurrency * SHARE_OF_A_NETWORK)),
      'Too many messages from your network are being answered; try again in 5 seconds, or sign in',
    );
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
    const leave = this.perNetwork.enter(networkOf(address));
    this.running += 1;
    return () => {
      leave();
      this.running -= 1;
    };
  }
}
