import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isRepeated } from '../access/repeated-header';
import { REQUEST_ID_HEADER, requestIdOf } from '../logging/request-id';
import type { Refusal } from './refusal-log';
import type { Header } from './security-headers';

/** Clients and proxies send about twenty. Each name takes time: 2,400 of them, in 16 kB, as much as dozens of requests. */
export const MAX_HEADERS = 100;

interface HeaderRefusal {
  readonly refusal: Refusal;
  readonly status: number;
  readonly text: string;
}

const TOO_MANY: HeaderRefusal = {
  refusal: 'too many headers',
  status: 431,
  text: `a request has at most ${MAX_HEADERS} headers\n`,
};

/** RFC 9112, section 3.2. */
const WITHOUT_HOST: HeaderRefusal = {
  refusal: 'missing Host',
  status: 400,
  text: 'the header Host is missing\n',
};

/** RFC 9112, section 3.2. Node keeps the first one; a proxy may have read the last. */
const REPEATED: HeaderRefusal = {
  refusal: 'repeated header',
  status: 400,
  text: 'the header Host may occur once\n',
};

/** RFC 9110, section 10.1.1. */
const UNKNOWN_EXPECTATION: HeaderRefusal = {
  refusal: 'unknown expectation',
  status: 417,
  text: 'Expect: the only known expectation is 100-continue\n',
};

/** Node drops the headers above its own limit without an error, also an `Idempotency-Key`. So it reads one more than are allowed. */
export function limitHeaders(server: Server): void {
  server.maxHeadersCount = MAX_HEADERS + 1;
}

/**
 * Returns why the headers of a request are refused; undefined if they are not.
 * @param isExpectationUnknown whether `Expect` has anything but `100-continue`
 */
export function findHeaderRefusal(
  request: IncomingMessage,
  isExpectationUnknown: boolean,
): HeaderRefusal | undefined {
  // Names and values in turn.
  if (request.rawHeaders.length > 2 * MAX_HEADERS) return TOO_MANY;
  if (request.httpVersion === '1.1' && request.headers.host === undefined) return WITHOUT_HOST;
  if (isRepeated(request, 'host')) return REPEATED;
  return isExpectationUnknown ? UNKNOWN_EXPECTATION : undefined;
}

/** Responds as to what is no HTTP request: a page or JSON takes longer, and no client that a person uses sends such headers. */
export function refuseHeaders(
  response: ServerResponse,
  { status, text }: HeaderRefusal,
  headers: readonly Header[],
): void {
  const own = [
    ...[REQUEST_ID_HEADER, requestIdOf(response.req)],
    ...['Content-Type', 'text/plain; charset=utf-8'],
    ...['Content-Length', String(text.length)],
    ...['Connection', 'close'],
  ];
  response.writeHead(status, [...headers.flat(), ...own]).end(text);
}
