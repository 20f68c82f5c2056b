import { isIPv6 } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { TooManyRequestsException } from '../trpc/too-many-requests.exception';

/** Bounds what callers without a session cost: messages a minute from one address, and replies at once from all. */
@Injectable()
export class AnonymousLimit {
  private readonly perMinute: RateLimiterMemory;
  private readonly concurrency: number;
  private running = 0;

  constructor(@Inject(ENVIRONMENT) environment: Environment) {
    this.perMinute = new RateLimiterMemory({
      points: environment.CHATBOT_ANONYMOUS_PER_MINUTE,
      duration: 60,
    });
    this.concurrency = environment.CHATBOT_ANONYMOUS_CONCURRENCY;
  }

  /** @throws TooManyRequestsException instead of doing the work */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    await this.consume(networkOf(address));
    if (this.running >= this.concurrency) {
      throw new TooManyRequestsException('The assistant is busy; please try again in a few seconds', 5);
    }
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
    }
  }

  private async consume(key: string): Promise<void> {
    try {
      await this.perMinute.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new TooManyRequestsException(
        `Too many messages without a session; try again in ${seconds} seconds, or sign in`,
        seconds,
      );
    }
  }
}

/** Whom an address stands for: one host of IPv4; of IPv6 the /64, since a single subscriber is given that many. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
