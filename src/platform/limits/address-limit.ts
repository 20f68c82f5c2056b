import { isIPv6 } from 'node:net';
import { MinuteLimit } from './minute-limit';
import { TooManyRequestsException } from './too-many-requests.exception';

/** Bounds how often one network address may do something. It is kept in memory, by this process alone. */
export class AddressLimit {
  private readonly perNetwork: MinuteLimit;

  /** @param refusal what the caller is told, given the seconds to wait */
  constructor(
    perMinute: number,
    private readonly refusal: (seconds: number) => string,
  ) {
    this.perNetwork = new MinuteLimit(perMinute);
  }

  /** @throws TooManyRequestsException for an address that has used up its minute */
  async consume(address: string): Promise<void> {
    const seconds = await this.perNetwork.consume(networkOf(address));
    if (seconds !== undefined) throw new TooManyRequestsException(this.refusal(seconds), seconds);
  }
}

/** Whom an address stands for: one host of IPv4; of IPv6 the /64, since a single subscriber is given that many. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
