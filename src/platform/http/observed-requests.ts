import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { requestIdOf } from '../logging/request-id';
import { counter } from '../metrics/instruments';
import { type Span, beginSpan, isTracing } from '../tracing/spans';

const responses = counter<{ kind: 'procedures' | 'routes'; status: string }>({
  name: 'platform_responses_total',
  help: 'HTTP responses, by kind of path and status; aborted if the client disconnected before the end',
  labels: ['kind', 'status'],
});

/** Standard methods. Any other is a text of the caller. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface ObservationOptions {
  readonly isProcedureUrl: (url: string) => boolean;
  /** Returns the known path of a URL, without values of the caller. */
  readonly pathOf: (url: string) => string;
  /** Returns whether a connection is a trusted proxy's, whose `traceparent` is continued. */
  readonly isTrustedConnection: (socket: Socket) => boolean;
}

/** Counts the response of a request, and traces the request until then. Returns its span if it is traced. */
export function observeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { isProcedureUrl, pathOf, isTrustedConnection }: ObservationOptions,
): Span | undefined {
  const { url = '' } = request;
  const span = isTracing()
    ? beginRequestSpan(request, { path: pathOf(url), isTrusted: isTrustedConnection(request.socket) })
    : undefined;
  if (!responses.isOn && !span) return undefined;
  response.once('close', () => {
    const status = response.writableEnded ? String(response.statusCode) : 'aborted';
    responses.add({ kind: isProcedureUrl(url) ? 'procedures' : 'routes', status });
    if (!span) return;
    span.set({ 'http.response.status_code': response.statusCode });
    if (status === 'aborted' || response.statusCode >= 500) span.fail(status);
    span.end();
  });
  return span;
}

function beginRequestSpan(
  request: IncomingMessage,
  { path, isTrusted }: { readonly path: string; readonly isTrusted: boolean },
): Span | undefined {
  const { traceparent } = request.headers;
  const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : '_OTHER';
  return beginSpan({
    name: `${method} ${path}`,
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'http.route': path,
      'platform.request_id': requestIdOf(request),
    },
    // Its flag decides whether the request is recorded, which is no decision of callers.
    traceparent: isTrusted && typeof traceparent === 'string' ? traceparent : undefined,
  });
}
