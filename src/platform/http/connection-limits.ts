import type { Server, Socket } from 'node:net';
import type { Environment } from '../config/environment';
import { networkOf } from '../limits/address-limit';
import { CallerAddresses } from './address';

const REFUSAL = [
  'HTTP/1.1 429 Too Many Requests',
  'Content-Type: text/plain',
  'Retry-After: 5',
  'Connection: close',
  '',
  'too many connections are open from your network\n',
].join('\r\n');

/**
 * Limits the open connections in all, and of each network: one over it is refused with 429 and closed. The connections of
 * trusted proxies are those of many callers, so that only the number in all counts.
 */
export function limitConnections(server: Server, environment: Environment): void {
  const { CONNECTIONS_PER_ADDRESS, MAX_CONNECTIONS } = environment;
  server.maxConnections = MAX_CONNECTIONS;
  const addresses = new CallerAddresses(environment);
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    if (addresses.isTrustedConnection(socket)) return;
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (open.get(network) ?? 0) + 1;
    if (count > CONNECTIONS_PER_ADDRESS) {
      socket.end(REFUSAL);
      socket.destroySoon();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const remaining = (open.get(network) ?? 1) - 1;
      if (remaining === 0) open.delete(network);
      else open.set(network, remaining);
    });
  });
}
