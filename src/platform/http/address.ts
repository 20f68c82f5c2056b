import type { IncomingMessage } from 'node:http';
import proxyaddr from 'proxy-addr';

/** Returns the caller's address: from `X-Forwarded-For` behind trusted proxies, else the address of the connection. */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  return proxyaddr(request, (_address, hop) => hop < trustedProxies);
}
