import type { IncomingMessage } from 'node:http';
import { BlockList, type Socket, isIPv4 } from 'node:net';
import proxyaddr from 'proxy-addr';
import type { Environment } from '../config/environment';
import { parseAddress } from '../../shared/ip-address';

/** Of several dozen proxies. Callers write what comes before, and 16 kB of it take as long as several requests. */
const MAX_FORWARDED_CHARACTERS = 1_000;

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
    const { headers, socket } = request;
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return parseHop(socket.remoteAddress) ?? '';
    headers['x-forwarded-for'] = lastEntries(String(forwarded));
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

/** Returns the last entries of a list that is too long. None if the last one is too long itself, and so no address. */
function lastEntries(list: string): string {
  if (list.length <= MAX_FORWARDED_CHARACTERS) return list;
  const end = list.slice(-MAX_FORWARDED_CHARACTERS);
  const comma = end.indexOf(',');
  return comma === -1 ? '' : end.slice(comma + 1);
}

/** A connection that is closed has no address, although the types of proxy-addr say so. */
function parseHop(hop: string | undefined): string | undefined {
  return hop === undefined ? undefined : parseAddress(hop);
}
