import { isIPv6 } from 'node:net';
import type { MinuteLimit } from './minute-limit';
import { TooManyRequestsException } from './too-many-requests.exception';

/**
 * Limits how often each network address is used per minute. Not `@nestjs/throttler`: that guards Nest's controllers, and
 * procedures do not pass through them.
 */
export class AddressLimit {
  /** @param message makes the error message from the seconds to wait */
  constructor(
    private readonly perNetwork: MinuteLimit,
    private readonly message: (seconds: number) => string,
  ) {}

  /** @throws TooManyRequestsException if the address has reached its limit */
  async consume(address: string): Promise<void> {
    const seconds = await this.perNetwork.consume(networkOf(address));
    if (seconds !== undefined) throw new TooManyRequestsException(this.message(seconds), seconds);
  }
}

/**
 * Returns the network of an address: an IPv4 address itself; the /64 of an IPv6 address, because one subscriber has that
 * many addresses. Parsed here in a few lines, without a library for this one function.
 */
export function networkOf(address: string): string {
  return prefixOf(address, { octets: 4, groups: 4 });
}

/** Returns the networks that one organisation can have cheaply: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function neighbourhoodOf(address: string): string {
  return prefixOf(address, { octets: 3, groups: 3 });
}

function prefixOf(
  address: string,
  { octets, groups }: { readonly octets: number; readonly groups: number },
): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (!isIPv6(address) || mapped !== undefined) return (mapped ?? address).split('.', octets).join('.');
  const [start = '', end = ''] = address.split('::');
  const startGroups = start.split(':').filter(Boolean);
  const endGroups = end.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - startGroups.length - endGroups.length)).fill('0');
  return [...startGroups, ...zeros, ...endGroups].slice(0, groups).join(':');
}
