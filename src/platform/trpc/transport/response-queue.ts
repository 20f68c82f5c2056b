import type { ServerResponse } from 'node:http';
import { outsideOfRequests } from '../../database/outside-of-requests';
import type { Encoded } from '../../http/encoded-text';

interface Waiting {
  readonly response: ServerResponse;
  readonly parts: readonly Encoded[];
}

let waiting: Waiting[] = [];

/**
 * Ends a response, whose head was written, with the parts of its body at the end of the event loop's turn. Responses that are
 * sent one after another wake their readers less often than responses between the work of other requests.
 */
export function endAfterTurn(response: ServerResponse, parts: readonly Encoded[]): void {
  waiting.push({ response, parts });
  if (waiting.length === 1) setImmediate(endAll);
}

function endAll(): void {
  const ending = waiting;
  waiting = [];
  outsideOfRequests(() => {
    for (const { response, parts } of ending) {
      if (parts.length === 1) response.end(parts[0], 'latin1');
      else endWithParts(response, parts);
    }
  });
}

/** Sends all parts in one write. */
function endWithParts(response: ServerResponse, parts: readonly Encoded[]): void {
  response.cork();
  for (const part of parts) response.write(part, 'latin1');
  response.end();
  response.uncork();
}
