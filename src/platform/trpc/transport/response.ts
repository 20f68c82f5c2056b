import type { ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import { REPLAYED_HEADER } from '../../idempotency/idempotency-key';
import { type Encoded, encodeText, encodedArray, sliceOf } from '../../http/encoded-text';
import { RetryableException } from '../../limits/retryable.exception';
import { serializeError } from '../errors/error-body';
import type { ErrorShape } from '../../contract/error-shape';
import { endAfterTurn } from './response-queue';

/** The result of one call. */
export type CallResult =
  | {
      readonly ok: true;
      /** JSON text. */
      readonly body: Encoded;
      /** The `ETag` of a response that is the same for all callers. */
      readonly etag?: string;
      /** Whether the body is the stored response of an earlier call. */
      readonly replayed?: boolean;
    }
  | { readonly ok: false; readonly error: unknown; readonly shape: ErrorShape };

const METHODS = 'GET, POST';

/**
 * Sends an object for one call, or an array for a batch. The status is 207 if the statuses of the calls differ, and 304 if the
 * client has the response already.
 */
export function sendResults(response: ServerResponse, results: readonly CallResult[], batch: boolean): void {
  const statuses = new Set(results.map(statusOf));
  const [first = 500] = statuses;
  for (const result of results) setHeaders(response, result);
  const [only] = results;
  const etag = !batch && response.req.method === 'GET' && only?.ok === true ? only.etag : undefined;
  if (etag !== undefined) response.setHeader('etag', etag);
  const cacheControl = etag === undefined ? 'no-store' : 'no-cache';
  if (etag !== undefined && isUnchanged(response, etag)) {
    response.writeHead(304, { 'cache-control': cacheControl }).end();
    return;
  }
  const bodies = results.map(bodyOf);
  const parts = batch ? encodedArray(bodies) : bodies;
  response.writeHead(statuses.size > 1 ? 207 : first, {
    'content-type': 'application/json',
    'content-length': parts.reduce((length, part) => length + part.length, 0),
    'cache-control': cacheControl,
  });
  endAfterTurn(response, parts);
}

/** Returns whether the client has this response already (RFC 9110, section 13.1.2). */
export function isUnchanged({ req }: ServerResponse, etag: string): boolean {
  const { 'if-none-match': known } = req.headers;
  return known?.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false;
}

const SUCCESS_START = '{"result":{"data":{"json":';
const SUCCESS_END = '}}}';

/** Serializes the response body of a call without error. */
export function successBody(value: unknown): string {
  return `${SUCCESS_START}${JSON.stringify(value ?? null)}${SUCCESS_END}`;
}

/** Returns the JSON text of the value in a response body of `successBody`. */
export function dataOf(body: Encoded): Encoded {
  return sliceOf(body, SUCCESS_START.length, body.length - SUCCESS_END.length);
}

/** Returns the value of a response body of `successBody`. */
export function readSuccessBody(body: Encoded): unknown {
  const data = dataOf(body);
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
  return JSON.parse(bytes.toString());
}

function bodyOf(result: CallResult): Encoded {
  return result.ok ? result.body : encodeText(JSON.stringify({ error: serializeError(result.shape) }));
}

function statusOf(result: CallResult): number {
  return result.ok ? 200 : result.shape.data.httpStatus;
}

function setHeaders(response: ServerResponse, result: CallResult): void {
  if (result.ok) {
    if (result.replayed === true) response.setHeader(REPLAYED_HEADER, 'true');
    return;
  }
  const { error, shape } = result;
  if (shape.data.code === 'METHOD_NOT_SUPPORTED') {
    response.setHeader('allow', error instanceof WrongMethodError ? error.allowed : METHODS);
  }
  const cause = error instanceof TRPCError ? error.cause : undefined;
  if (cause instanceof RetryableException) response.setHeader('retry-after', cause.retryAfterSeconds);
}

/** A procedure was called by a method that it does not accept. */
export class WrongMethodError extends TRPCError {
  constructor(readonly allowed: string) {
    super({ code: 'METHOD_NOT_SUPPORTED', message: `expected ${allowed}` });
  }
}
