import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import type { Target } from './target';

/** Takes a request whose limits were checked and whose body was read. */
export type StreamedRequest = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Whether a request wants a streamed answer. Nothing else goes on to nestjs-trpc's adapter, which has no limits of
 * its own and does not know the documented envelope.
 */
export function isStreamed(request: IncomingMessage, target: Target): boolean {
  return target.batch && request.headers['trpc-accept'] === 'application/jsonl';
}

/** Passes a request on to the adapter in a shape that cannot harm it. */
export function passOn({ request, response, target, body }: Passed, streamed: StreamedRequest): void {
  if (target.method === 'GET' && body !== undefined) {
    throw new TRPCError({
      code: 'BAD_REQUEST',
      message: 'a streamed GET takes its input as ?input=, not as a body',
    });
  }
  // The adapter makes a URL of the Host header, and takes a body that was read from here.
  request.headers.host = 'localhost';
  streamed(Object.assign(request, { body }), response);
}

interface Passed {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly body: string | undefined;
}
