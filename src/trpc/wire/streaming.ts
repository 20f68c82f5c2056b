import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import { ADAPTER_PATH, BASE_PATH, type Target } from './target';

/** Takes a request whose limits were checked and whose body was read. */
export type StreamedRequest = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Whether a request wants a streamed answer. Nothing else goes on to nestjs-trpc's adapter, which has no limits of
 * its own and does not know the documented envelope.
 */
export function isStreamed(request: IncomingMessage, target: Target): boolean {
  if (!target.batch) return false;
  const { accept = '', 'trpc-accept': chosen } = request.headers;
  const formats = chosen === undefined ? accept.split(',').map((format) => format.trim()) : [chosen];
  return formats.includes('application/jsonl');
}

/** Passes a request on to the adapter in a shape that cannot harm it. */
export function passOn(passed: Passed, streamed: StreamedRequest): void {
  const { request, response, target, body, onlyQueries } = passed;
  if (target.method === 'GET' && body !== undefined) {
    throw new TRPCError({
      code: 'BAD_REQUEST',
      message: 'a streamed GET takes its input as ?input=, not as a body',
    });
  }
  // The adapter makes a URL of the Host header, and takes a body that was read from here.
  request.headers.host = 'localhost';
  const originalUrl = request.url ?? '';
  request.url = `${ADAPTER_PATH}${originalUrl.slice(BASE_PATH.length)}`;
  if (target.method === 'POST' && onlyQueries) turnIntoGet(request, body);
  streamed(Object.assign(request, { body, originalUrl }), response);
}

/** Queries may come by POST, which the adapter knows by GET alone. */
function turnIntoGet(request: IncomingMessage, body: string | undefined): void {
  const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s, 2);
  const query = new URLSearchParams(search);
  if (body !== undefined) query.set('input', body);
  request.method = 'GET';
  request.url = `${path}?${query.toString()}`;
}

interface Passed {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly body: string | undefined;
  /** None of the calls changes anything. */
  readonly onlyQueries: boolean;
}
