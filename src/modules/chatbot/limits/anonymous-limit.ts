import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { AddressLimit, networkOf } from '../../../platform/limits/address-limit';
import { ConcurrencyLimit } from '../../../platform/limits/concurrency-limit';

/** So that one network alone cannot keep everybody else out. */
const SHARE_OF_A_NETWORK = 1 / 4;

/** Under this name all strangers share their places. */
const EVERYBODY = 'everybody';

/**
 * Bounds what callers without a session cost: messages a minute from one address, and replies at once for one network and
 * for all.
 */
@Injectable()
export class AnonymousLimit {
  private readonly perAddress: AddressLimit;
  private readonly perNetwork: ConcurrencyLimit;
  private readonly together: ConcurrencyLimit;

  constructor(@Inject(ENVIRONMENT) environment: Environment) {
    this.perAddress = new AddressLimit(
      environment.CHATBOT_ANONYMOUS_PER_MINUTE,
      (seconds) => `Too many messages without a session; try again in ${seconds} seconds, or sign in`,
    );
    const most = environment.CHATBOT_ANONYMOUS_CONCURRENCY;
    this.together = new ConcurrencyLimit(most, 'The assistant is busy; please try again in a few seconds');
    this.perNetwork = new ConcurrencyLimit(
      Math.max(1, Math.floor(most * SHARE_OF_A_NETWORK)),
      'Too many messages from your network are being answered; try again in 5 seconds, or sign in',
    );
  }

  /**
   * Counts a message.
   * @throws TooManyRequestsException for an address that has used up its minute
   */
  count(address: string): Promise<void> {
    return this.perAddress.consume(address);
  }

  /**
   * @returns what to call once the reply has ended, whether or not somebody still waits for it
   * @throws TooManyRequestsException where as many are being written as may be
   */
  enter(address: string): () => void {
    const leave = this.together.enter(EVERYBODY);
    try {
      const leaveNetwork = this.perNetwork.enter(networkOf(address));
      return () => {
        leaveNetwork();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
  }
}
