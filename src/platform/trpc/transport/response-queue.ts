import type { ServerResponse } from 'node:http';
import { outsideOfRequests } from '../../database/outside-of-requests';
import type { EncodedText } from '../../http/encoded-text';

interface Waiting {
  readonly response: ServerResponse;
  readonly body: EncodedText;
}

let waiting: Waiting[] = [];

/**
 * Ends a response, whose head was written, at the end of the event loop's turn. Responses that are written one after another
 * wake their readers less often than responses between the work of other requests.
 */
export function endAfterTurn(response: ServerResponse, body: EncodedText): void {
  waiting.push({ response, body });
  if (waiting.length === 1) setImmediate(endAll);
}

function endAll(): void {
  const ending = waiting;
  waiting = [];
  outsideOfRequests(() => {
    for (const { response, body } of ending) response.end(body, 'latin1');
  });
}
