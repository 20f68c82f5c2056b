import type { CDPSession } from 'playwright-core';

/** Counts what comes over the wire from now on, headers included, by address. */
export async function countBytes(session: CDPSession): Promise<Map<string, number>> {
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId) ?? requestId;
    if (!address.startsWith('data:')) bytes.set(address, (bytes.get(address) ?? 0) + encodedDataLength);
  });
  await session.send('Network.enable');
  return bytes;
}
