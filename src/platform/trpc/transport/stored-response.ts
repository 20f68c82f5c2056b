import type { ServerResponse } from 'node:http';
import type { StoredBody } from '../shared-responses/response-store';
import { isUnchanged } from './response';
import { endAfterTurn } from './response-queue';

/**
 * Sends a stored body that is the same for all callers, with its `ETag`; 304 without it if the client has it already. Node
 * writes a list of headers without checking each name again, if none was set before.
 * @param headers names and values in turn
 */
export function sendStoredBody(
  response: ServerResponse,
  { body, etag = '' }: StoredBody,
  headers: readonly string[],
): void {
  const all = [...headers, 'etag', etag, 'cache-control', 'no-cache'];
  if (isUnchanged(response, etag)) {
    response.writeHead(304, all).end();
    return;
  }
  all.push('content-type', 'application/json', 'content-length', String(body.length));
  response.writeHead(200, all);
  endAfterTurn(response, [body]);
}
