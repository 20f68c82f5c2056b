import type { IncomingMessage } from 'node:http';
import proxyaddr from 'proxy-addr';

/** A caller's network address: what the last of the trusted proxies says, else the connection's own. */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  return proxyaddr(request, (_address, hop) => hop < trustedProxies);
}
