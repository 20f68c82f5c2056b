import { connect } from 'node:net';
import { type RawResponse, parseResponse } from '../support/raw-request';

/** Longer than every time limit of the platform that a test leaves on. */
const END_TIMEOUT_MS = 30_000;

/** What came back for some bytes. The status is 0 if nothing did. */
export interface Exchange extends RawResponse {
  readonly elapsedMs: number;
  readonly hasTimedOut: boolean;
}

/** Writes bytes to a connection, and reads until it closes, also if it is reset. */
export function exchangeBytes(origin: string, bytes: Buffer, { halfClose = false } = {}): Promise<Exchange> {
  const { hostname, port } = new URL(origin);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const chunks: Buffer[] = [];
    let hasTimedOut = false;
    const timer = setTimeout(() => {
      hasTimedOut = true;
      socket.destroy();
    }, END_TIMEOUT_MS);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server may respond and close before it has read everything.
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(timer);
      const text = withoutInterim(Buffer.concat(chunks).toString());
      const response = text === '' ? { status: 0, headers: {}, text } : parseResponse(text);
      resolve({ ...response, elapsedMs: performance.now() - startedAt, hasTimedOut });
    });
    if (halfClose) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** Removes responses of status 1xx, which come before the final one. */
function withoutInterim(text: string): string {
  return text.replace(/^(HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n)+/, '');
}
