import { SocketAddress, isIP, isIPv4, isIPv6 } from 'node:net';

/** An address and an optional port. With a port, an IPv6 address is in brackets. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::\d{1,5})?$/;

/** An IPv4 address as an IPv6 address (RFC 4291, section 2.5.5.2). */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the address in its shortest form, without port, brackets and zone; an IPv4-mapped address as IPv4. Returns undefined
 * if the text has no valid address.
 */
export function parseAddress(text: string): string | undefined {
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
  const [address = ''] = (bracketed ?? plain ?? text).split('%', 1);
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  // The common case, of all IPv4 connections to an IPv6 socket. Parsing takes 2 µs.
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const { address: shortest } = new SocketAddress({ address, family: 'ipv6' });
  return MAPPED.exec(shortest)?.[1] ?? shortest;
}

/** A network: an address and the number of its leading bits that its members share. */
export interface Network {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly prefix: number;
}

/** Returns a network such as `10.0.0.0/8`, or the network of one address; undefined if the text is neither. */
export function parseNetwork(text: string): Network | undefined {
  const [addressText = '', prefixText, ...rest] = text.split('/');
  // Without port, brackets and zone.
  const address =
    addressText.includes('%') || isIP(addressText) === 0 ? undefined : parseAddress(addressText);
  if (address === undefined || rest.length > 0) return undefined;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const bits = family === 'ipv4' ? 32 : 128;
  if (prefixText === undefined) return { address, family, prefix: bits };
  const prefix = Number(prefixText);
  return /^\d{1,3}$/.test(prefixText) && prefix <= bits ? { address, family, prefix } : undefined;
}
