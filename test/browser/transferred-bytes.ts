import type { CDPSession } from 'playwright-core';

/** Starts to count the received bytes of each URL, including headers. @returns the counts, which are updated */
export async function countTransferredBytes(session: CDPSession): Promise<Map<string, number>> {
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId) ?? requestId;
    if (!url.startsWith('data:')) bytes.set(url, (bytes.get(url) ?? 0) + encodedDataLength);
  });
  await session.send('Network.enable');
  return bytes;
}
