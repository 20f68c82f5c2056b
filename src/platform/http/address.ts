import type { IncomingMessage } from 'node:http';
import { BlockList, type Socket, isIPv4 } from 'node:net';
import proxyaddr from 'proxy-addr';
import type { Environment } from '../config/environment';
import { parseAddress } from '../../shared/ip-address';

/**
 * Finds the addresses of callers behind trusted proxies: the first `TRUST_PROXY` ones in front of the platform, and those in
 * `TRUSTED_PROXIES`.
 */
export class CallerAddresses {
  private readonly trustedHops: number;
  private readonly trustedNetworks = new BlockList();

  constructor({ TRUST_PROXY, TRUSTED_PROXIES }: Pick<Environment, 'TRUST_PROXY' | 'TRUSTED_PROXIES'>) {
    this.trustedHops = TRUST_PROXY;
    for (const { address, prefix, family } of TRUSTED_PROXIES)
      this.trustedNetworks.addSubnet(address, prefix, family);
  }

  /**
   * Returns the caller's address, without port and IPv4 as IPv4: from `X-Forwarded-For` if the proxies are trusted, else that
   * of the connection. An entry that is no address counts as the proxy that wrote it. Empty if the connection is closed.
   */
  of(request: IncomingMessage): string {
    if (request.headers['x-forwarded-for'] === undefined) return parseHop(request.socket.remoteAddress) ?? '';
    const hops = proxyaddr.all(request, (address, hop) => this.isTrusted(address, hop));
    for (const hop of hops.reverse()) {
      const address = parseHop(hop);
      if (address !== undefined) return address;
    }
    return '';
  }

  /** Returns whether a connection is a trusted proxy's. */
  isTrustedConnection({ remoteAddress }: Pick<Socket, 'remoteAddress'>): boolean {
    return this.isTrusted(remoteAddress, 0);
  }

  private isTrusted(hop: string | undefined, index: number): boolean {
    if (index < this.trustedHops) return true;
    const address = parseHop(hop);
    return address !== undefined && this.trustedNetworks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  }
}

/** A connection that is closed has no address, although the types of proxy-addr say so. */
function parseHop(hop: string | undefined): string | undefined {
  return hop === undefined ? undefined : parseAddress(hop);
}
