import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTrackedEnvelope } from '@trpc/server';
import { serializeError } from '../errors/error-body';
import type { ErrorCode, ErrorShape } from '../../contract/error-shape';
import { AccessChecks, type FindDenial } from './access-checks';

/** Proxies and mobile networks drop silent connections. */
const PING_INTERVAL_MS = 10_000;
/** tRPC clients reconnect after this time without data. */
const RECONNECT_AFTER_MS = 25_000;
/** Time for a client to read what was sent. */
const READ_TIMEOUT_MS = 30_000;
/** One hour, for clients that ignore tRPC's event `return` and would reconnect after it. */
const LONG_RETRY = 'retry: 3600000\n';
/** Five seconds, for clients that were refused because of a limit. */
const SHORT_RETRY = 'retry: 5000\n';

/** tRPC clients reconnect after these errors. Any other error ends their subscription. */
const TEMPORARY_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  'GATEWAY_TIMEOUT',
  'INTERNAL_SERVER_ERROR',
]);

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  // Otherwise nginx and compatible proxies buffer the whole stream.
  'x-accel-buffering': 'no',
};

/** How a stream ended: also ok if the client disconnected. */
export type StreamEnd = { readonly ok: true } | { readonly ok: false; readonly shape: ErrorShape };

interface StreamOptions {
  /** Returns the error body for an error of the generator. */
  readonly shapeOf: (error: unknown) => ErrorShape;
  /** Called every few seconds; the stream ends with the error that it returns. */
  readonly findDenial?: FindDenial | undefined;
}

/** Returns whether the client accepts events. It gets errors as events then: an `EventSource` shows no error responses. */
export function acceptsEvents(request: IncomingMessage): boolean {
  return /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(request.headers.accept ?? '');
}

/** Adds the header `Last-Event-ID` to an input. An `EventSource` sends it when it reconnects. */
export function withLastEventId(input: unknown, request: IncomingMessage): unknown {
  const lastEventId = request.headers['last-event-id'];
  return lastEventId !== undefined && typeof input === 'object' && input !== null
    ? { ...input, lastEventId }
    : input;
}

/** Sends the error of a subscription that cannot start, as an event. */
export function sendFailedStream(response: ServerResponse, shape: ErrorShape): void {
  response.writeHead(200, HEADERS);
  response.end(connectedEvent() + errorEvent(shape));
}

/**
 * Sends the events of a subscription in the format of tRPC's `httpSubscriptionLink`. Waits until the client has read an event
 * before it takes the next one. Ends the generator once the client has disconnected or does not read for READ_TIMEOUT_MS.
 * Never rejects.
 */
export async function sendEvents(
  response: ServerResponse,
  events: AsyncGenerator,
  { shapeOf, findDenial }: StreamOptions,
): Promise<StreamEnd> {
  const endGenerator = () => void events.return(undefined).catch(() => undefined);
  response.once('close', endGenerator);
  // The client may have disconnected before, and 'close' is emitted only once.
  if (isClosed(response)) {
    endGenerator();
    return { ok: true };
  }
  response.writeHead(200, HEADERS);
  response.write(connectedEvent());
  const ping = setInterval(() => {
    if (response.writableLength === 0) response.write('event: ping\ndata: \n\n');
  }, PING_INTERVAL_MS);
  const checks = findDenial && new AccessChecks(findDenial, endGenerator);
  let end: StreamEnd = { ok: true };
  try {
    for await (const event of events) {
      if (!response.write(messageEvent(event))) await waitFor('drain', response);
      if (response.destroyed) break;
    }
    checks?.assertNotDenied();
    response.end(`${LONG_RETRY}event: return\ndata: \n\n`);
  } catch (error) {
    end = { ok: false, shape: shapeOf(error) };
    response.end(errorEvent(end.shape));
  } finally {
    clearInterval(ping);
    checks?.stop();
    endGenerator();
  }
  if (!response.closed) await waitFor('close', response);
  return end;
}

function isClosed({ closed, destroyed }: ServerResponse): boolean {
  return closed || destroyed;
}

function connectedEvent(): string {
  return `event: connected\ndata: ${JSON.stringify({ reconnectAfterInactivityMs: RECONNECT_AFTER_MS })}\n\n`;
}

function messageEvent(event: unknown): string {
  const [id, value] = isTrackedEnvelope(event) ? [`id: ${event[0]}\n`, event[1]] : ['', event];
  return `data: ${JSON.stringify({ json: value })}\n${id}\n`;
}

function errorEvent(shape: ErrorShape): string {
  return `${retryAfter(shape.data.code)}event: serialized-error\ndata: ${JSON.stringify(serializeError(shape))}\n\n`;
}

function retryAfter(code: ErrorCode): string {
  if (TEMPORARY_ERRORS.has(code)) return '';
  return code === 'TOO_MANY_REQUESTS' ? SHORT_RETRY : LONG_RETRY;
}

/** Resolves at the event, or when the response closes. Destroys the response after READ_TIMEOUT_MS. */
function waitFor(event: 'drain' | 'close', response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => response.destroy(), READ_TIMEOUT_MS);
    const done = () => {
      clearTimeout(timeout);
      response.off(event, done).off('close', done);
      resolve();
    };
    response.once(event, done).once('close', done);
    if (response.closed) done();
  });
}
