import { BlockList, type Server, type Socket, isIPv4 } from 'node:net';
import type { Environment } from '../config/environment';
import { countAcceptedConnection } from '../limits/accepted-connections';
import { networkOf } from '../limits/address-limit';
import { limitsHit } from '../limits/limits-hit';
import { parseAddress } from '../../shared/ip-address';
import { CallerAddresses } from './address';
import { NetworkSlots } from './network-slots';
import type { Refusal, RefusalLog } from './refusal-log';
import { securityHeaders } from './security-headers';
import { formatSocketRefusal } from './socket-refusal';
import { RefusedConnections } from './staged-closing';

const REFUSAL_TEXT = 'too many connections are open from your network\n';

/** Networks from which no caller reaches the platform through the internet. */
const PRIVATE_NETWORKS = new BlockList();
for (const [address, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE_NETWORKS.addSubnet(address, prefix);
for (const [address, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE_NETWORKS.addSubnet(address, prefix, 'ipv6');

/**
 * Returns a function that returns whether a connection carries the requests of many callers: that of a proxy in
 * `TRUSTED_PROXIES`, and with `TRUST_PROXY` any from a private network. With `TRUST_PROXY`, the peer of every connection counts
 * as a proxy, also a caller on the internet that connects directly.
 */
export function sharedConnections(
  environment: Pick<Environment, 'TRUST_PROXY' | 'TRUSTED_PROXIES'>,
): (socket: Pick<Socket, 'remoteAddress'>) => boolean {
  const { TRUST_PROXY, TRUSTED_PROXIES } = environment;
  if (TRUST_PROXY === 0 && TRUSTED_PROXIES.length === 0) return () => false;
  const listed = new CallerAddresses({ TRUST_PROXY: 0, TRUSTED_PROXIES });
  return (socket) =>
    listed.isTrustedConnection(socket) || (TRUST_PROXY > 0 && isPrivate(socket.remoteAddress ?? ''));
}

function isPrivate(remoteAddress: string): boolean {
  const address = parseAddress(remoteAddress);
  return address !== undefined && PRIVATE_NETWORKS.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

interface ConnectionLimitOptions {
  readonly environment: Environment;
  readonly refusals: RefusalLog;
}

/**
 * Limits the open connections in all, and of each network: one over it is refused with 429 and closed. Connections that many
 * callers share count only in all.
 */
export function limitConnections(server: Server, { environment, refusals }: ConnectionLimitOptions): void {
  const { CONNECTIONS_PER_ADDRESS, MAX_CONNECTIONS } = environment;
  server.maxConnections = MAX_CONNECTIONS;
  const isShared = sharedConnections(environment);
  const refusal = {
    status: 429,
    text: REFUSAL_TEXT,
    headers: [...securityHeaders(environment), ['Retry-After', '5'] as const],
  };
  const slots = new NetworkSlots(CONNECTIONS_PER_ADDRESS);
  const refused = new RefusedConnections();
  const recordRefusal = (reason: Refusal, network: string): void => {
    limitsHit.add({ limit: reason });
    refusals.record(reason, network);
  };
  server.on('drop', (dropped) => {
    countAcceptedConnection();
    recordRefusal('connections in all', networkOf(dropped?.remoteAddress ?? ''));
  });
  server.prependListener('connection', (socket: Socket) => {
    countAcceptedConnection();
    if (isShared(socket)) return;
    const network = networkOf(socket.remoteAddress ?? '');
    if (!slots.take(network)) {
      recordRefusal('connections of the network', network);
      refused.close(socket, formatSocketRefusal(refusal));
      return;
    }
    socket.once('close', () => {
      slots.release(network);
    });
  });
}
