import type { ServerResponse } from 'node:http';
import { outsideOfRequests } from '../../limits/outside-of-requests';
import { type Encoded, lengthOf, takeBytes } from '../../http/encoded-text';

/** A write takes time by its length. Longer bodies are written in pieces of this length, between the work of other requests. */
const MAX_WRITE_BYTES = 64 * 1024;
/** Time in one turn of the event loop after which no further piece of a long body is written. */
const MAX_WRITING_MS = 0.5;

interface Waiting {
  /** What is not written yet, in order. */
  readonly parts: Encoded[];
  /** Whether the response ends after these parts. */
  isComplete: boolean;
}

let waiting = new Map<ServerResponse, Waiting>();
let isScheduled = false;

/**
 * Ends a response, whose head was written, with the parts of its body at the end of the event loop's turn. Responses that are
 * sent one after another wake their readers less often than responses between the work of other requests.
 */
export function endAfterTurn(response: ServerResponse, parts: readonly Encoded[]): void {
  writeAfterTurn(response, parts, { isComplete: true });
}

/** Writes parts of a body as `endAfterTurn` does. More parts follow. */
export function writeAfterTurn(
  response: ServerResponse,
  parts: readonly Encoded[],
  { isComplete } = { isComplete: false },
): void {
  const before = waiting.get(response);
  before?.parts.push(...parts);
  if (before) before.isComplete = isComplete;
  else waiting.set(response, { parts: [...parts], isComplete });
  schedule();
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(writeAll);
}

function writeAll(): void {
  const [late, begun]: [[ServerResponse, Waiting][], [ServerResponse, Waiting][]] = [[], []];
  const since = performance.now();
  isScheduled = false;
  const all = waiting;
  waiting = new Map();
  outsideOfRequests(() => {
    for (const [response, one] of all) {
      if (isLong(one) && performance.now() - since > MAX_WRITING_MS) late.push([response, one]);
      else if (!writeNext(response, one)) begun.push([response, one]);
    }
  });
  // Those that had no time come first the next time.
  waiting = new Map([...late, ...begun, ...waiting]);
  if (waiting.size > 0) schedule();
}

function isLong({ parts }: Waiting): boolean {
  return lengthOf(parts) > MAX_WRITE_BYTES;
}

/** Writes the next piece. Returns whether nothing of the response waits any more. */
function writeNext(response: ServerResponse, { parts, isComplete }: Waiting): boolean {
  if (response.destroyed) return true;
  const [only] = parts;
  if (isComplete && parts.length === 1 && only !== undefined && only.length <= MAX_WRITE_BYTES) {
    response.end(only, 'latin1');
    return true;
  }
  response.cork();
  for (const part of takeBytes(parts, MAX_WRITE_BYTES)) response.write(part, 'latin1');
  const isLast = parts.length === 0;
  if (isLast && isComplete) response.end();
  response.uncork();
  return isLast;
}
