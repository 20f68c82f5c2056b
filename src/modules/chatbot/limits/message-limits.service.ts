import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { AddressLimit, neighbourhoodOf, networkOf } from '../../../platform/limits/address-limit';
import { ConcurrencyLimit } from '../../../platform/limits/concurrency-limit';
import { RateLimits } from '../../../platform/limits/rate-limits';
import type { Sender } from '../sender';

/** One network gets at most this share of the anonymous replies, so that it cannot take them all. */
const SHARE_OF_NETWORK = 1 / 4;
/** The same for the networks that one organisation can have cheaply. */
const SHARE_OF_NEIGHBOURHOOD = 1 / 2;

/** The key under which all anonymous replies are counted. */
const ALL_ANONYMOUS = 'anonymous';

/**
 * Limits the cost of messages. For an account: simultaneous replies. For anonymous callers: messages per minute from one
 * address, and simultaneous replies per network, per neighbourhood of networks and in total.
 */
@Injectable()
export class MessageLimitsService {
  private readonly perAccount: ConcurrencyLimit;
  private readonly perAddress: AddressLimit;
  private readonly perNetwork: ConcurrencyLimit;
  private readonly perNeighbourhood: ConcurrencyLimit;
  private readonly anonymous: ConcurrencyLimit;

  constructor(@Inject(ENVIRONMENT) environment: Environment, limits: RateLimits) {
    this.perAccount = new ConcurrencyLimit(
      environment.CHATBOT_ACCOUNT_CONCURRENCY,
      'Too many of your messages are being answered; please try again in a few seconds',
      'concurrent replies per account',
    );
    this.perAddress = new AddressLimit(
      limits.perMinute('anonymous messages', environment.CHATBOT_ANONYMOUS_PER_MINUTE),
      (seconds) => `Too many messages without a session; try again in ${seconds} seconds, or sign in`,
    );
    const limit = environment.CHATBOT_ANONYMOUS_CONCURRENCY;
    this.anonymous = new ConcurrencyLimit(
      limit,
      'The assistant is busy; please try again in a few seconds',
      'concurrent anonymous replies',
    );
    const networkLimit = (share: number, name: string) =>
      new ConcurrencyLimit(
        Math.max(1, Math.floor(limit * share)),
        'Too many messages from your network are being answered; try again in 5 seconds, or sign in',
        name,
      );
    this.perNetwork = networkLimit(SHARE_OF_NETWORK, 'concurrent anonymous replies per address');
    this.perNeighbourhood = networkLimit(
      SHARE_OF_NEIGHBOURHOOD,
      'concurrent anonymous replies per neighbourhood',
    );
  }

  /**
   * Counts a message and takes a slot for its reply.
   * @returns a function that frees the slot
   * @throws TooManyRequestsException if a limit is reached
   */
  async takeSlot({ accountId, address }: Sender): Promise<() => void> {
    if (accountId !== null) return this.perAccount.enter(accountId);
    await this.perAddress.consume(address);
    return enterAll([
      () => this.anonymous.enter(ALL_ANONYMOUS),
      () => this.perNetwork.enter(networkOf(address)),
      () => this.perNeighbourhood.enter(neighbourhoodOf(address)),
    ]);
  }
}

/** Takes a slot of each limit, or none. Returns a function that frees them. */
function enterAll(limits: readonly (() => () => void)[]): () => void {
  const taken: (() => void)[] = [];
  const leave = () => {
    for (const free of taken) free();
  };
  try {
    for (const enter of limits) taken.push(enter());
    return leave;
  } catch (error) {
    leave();
    throw error;
  }
}
