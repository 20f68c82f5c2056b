import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTrackedEnvelope } from '@trpc/server';
import { serializeError } from '../errors/error-body';
import type { ErrorCode, ErrorShape } from '../../contract/error-shape';

/** How often something is sent, at least: proxies and mobile networks drop connections on which nothing comes. */
const PING_EVERY_MS = 10_000;
/** After so long without anything a genuine client takes the connection for dead, and comes back for the rest. */
const SILENCE_MS = 25_000;
/** For a reader who does not read. */
const PATIENCE_MS = 30_000;
/** For clients that know nothing of tRPC's last event and would ask again after it: in an hour. */
const NOT_SOON = 'retry: 3600000\n';
/** For those that would be let in if they asked again in a while. */
const SOON = 'retry: 5000\n';

/** After these genuine clients come back by themselves; every other error ends their subscription. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  'GATEWAY_TIMEOUT',
  'INTERNAL_SERVER_ERROR',
]);

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  // nginx, and those who do as it does, would collect the stream and pass it on at its end.
  'x-accel-buffering': 'no',
};

/** Whether a failure is to be told as an event: an `EventSource` shows nothing of an answer with another status. */
export function readsEvents(request: IncomingMessage): boolean {
  return /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(request.headers.accept ?? '');
}

/** The input of a subscription, with the id that an `EventSource` sends by itself when it comes back. */
export function withLastEventId(input: unknown, request: IncomingMessage): unknown {
  const lastEventId = request.headers['last-event-id'];
  return lastEventId !== undefined && typeof input === 'object' && input !== null
    ? { ...input, lastEventId }
    : input;
}

/** Answers a subscription that cannot begin. */
export function sendFailedStream(response: ServerResponse, shape: ErrorShape): void {
  response.writeHead(200, HEADERS);
  response.end(connected() + failure(shape));
}

/**
 * Writes the events of a subscription as tRPC's `httpSubscriptionLink` reads them, each when it is there, and no sooner
 * than the one before has left. Whoever leaves, or does not read for too long, is not written for any longer; for who has
 * left already nothing is begun. Never rejects.
 * @param shapeOf what is told of an error that comes in the middle
 */
export async function sendEvents(
  response: ServerResponse,
  events: AsyncGenerator,
  shapeOf: (error: unknown) => ErrorShape,
): Promise<void> {
  const leave = () => void events.return(undefined).catch(() => undefined);
  response.once('close', leave);
  // What was looked up before took a while, and a close that has been announced is not announced again.
  if (isOver(response)) {
    leave();
    return;
  }
  response.writeHead(200, HEADERS);
  response.write(connected());
  const ping = setInterval(() => {
    if (response.writableLength === 0) response.write('event: ping\ndata: \n\n');
  }, PING_EVERY_MS);
  try {
    for await (const event of events) {
      if (!response.write(messageOf(event))) await within(PATIENCE_MS, response, 'drain');
      if (response.destroyed) break;
    }
    response.end(`${NOT_SOON}event: return\ndata: \n\n`);
  } catch (error) {
    response.end(failure(shapeOf(error)));
  } finally {
    clearInterval(ping);
    leave();
  }
  if (!response.closed) await within(PATIENCE_MS, response, 'close');
}

function isOver({ closed, destroyed }: ServerResponse): boolean {
  return closed || destroyed;
}

function connected(): string {
  return `event: connected\ndata: ${JSON.stringify({ reconnectAfterInactivityMs: SILENCE_MS })}\n\n`;
}

function messageOf(event: unknown): string {
  const [id, value] = isTrackedEnvelope(event) ? [`id: ${event[0]}\n`, event[1]] : ['', event];
  return `data: ${JSON.stringify({ json: value })}\n${id}\n`;
}

function failure(shape: ErrorShape): string {
  return `${retryOf(shape.data.code)}event: serialized-error\ndata: ${JSON.stringify(serializeError(shape))}\n\n`;
}

function retryOf(code: ErrorCode): string {
  if (PASSING.has(code)) return '';
  return code === 'TOO_MANY_REQUESTS' ? SOON : NOT_SOON;
}

/** Waits for something to happen to an answer, or for its end; an answer to which it does not happen in time is cut off. */
function within(milliseconds: number, response: ServerResponse, event: 'drain' | 'close'): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => response.destroy(), milliseconds);
    const done = () => {
      clearTimeout(late);
      response.off(event, done).off('close', done);
      resolve();
    };
    response.once(event, done).once('close', done);
    if (response.closed) done();
  });
}
