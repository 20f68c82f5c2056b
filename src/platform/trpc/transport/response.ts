import type { ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import { CallInProgressException } from '../../idempotency/call-in-progress.exception';
import { REPLAYED_HEADER } from '../../idempotency/idempotency-key';
import { TooManyRequestsException } from '../../limits/too-many-requests.exception';
import { serializeError } from '../errors/error-body';
import type { ErrorShape } from '../../contract/error-shape';

/** The result of one call. */
export type CallResult =
  | {
      readonly ok: true;
      /** JSON text. */
      readonly body: string;
      /** The body in UTF-8, if it is stored. */
      readonly bytes?: Buffer;
      /** The `ETag` of a response that is the same for all callers. */
      readonly etag?: string;
      /** Whether the body is the stored response of an earlier call. */
      readonly replayed?: boolean;
    }
  | { readonly ok: false; readonly error: unknown; readonly shape: ErrorShape };

const METHODS = 'GET, POST';

const MAX_TEXT_BYTES = 16 * 1024;

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
  const parts = batch ? arrayOf(results) : results.map(bodyOf);
  response.writeHead(statuses.size > 1 ? 207 : first, {
    'content-type': 'application/json',
    'content-length': parts.reduce((length, part) => length + Buffer.byteLength(part), 0),
    'cache-control': cacheControl,
  });
  sendParts(response, parts);
}

/** Sends parts without copying them into one. */
function sendParts(response: ServerResponse, parts: readonly (string | Buffer)[]): void {
  const [only] = parts;
  if (parts.length === 1) {
    response.end(only);
    return;
  }
  response.cork();
  for (const part of parts) response.write(part);
  response.end();
  response.uncork();
}

/** Returns the parts of a JSON array: bytes that are stored, and the text between them. */
function arrayOf(results: readonly CallResult[]): (string | Buffer)[] {
  const parts: (string | Buffer)[] = [];
  let text = '';
  for (const [index, result] of results.entries()) {
    text += index === 0 ? '[' : ',';
    if (result.ok && result.bytes) {
      parts.push(text, result.bytes);
      text = '';
    } else text += result.ok ? result.body : errorBody(result.shape);
  }
  return [...parts, `${text}]`];
}

/** Returns whether the client has this response already (RFC 9110, section 13.1.2). */
function isUnchanged({ req }: ServerResponse, etag: string): boolean {
  const { 'if-none-match': known } = req.headers;
  return known?.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false;
}

/** Serializes the response body of a call without error. */
export function successBody(value: unknown): string {
  return JSON.stringify({ result: { data: { json: value } } });
}

/** Returns text unless it is long: Node sends it in one write with the headers, but encodes it each time. */
function bodyOf(result: CallResult): string | Buffer {
  if (!result.ok) return errorBody(result.shape);
  return result.bytes && result.bytes.length > MAX_TEXT_BYTES ? result.bytes : result.body;
}

function errorBody(shape: ErrorShape): string {
  return JSON.stringify({ error: serializeError(shape) });
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
  if (cause instanceof TooManyRequestsException || cause instanceof CallInProgressException) {
    response.setHeader('retry-after', cause.retryAfterSeconds);
  }
}

/** A procedure was called by a method that it does not accept. */
export class WrongMethodError extends TRPCError {
  constructor(readonly allowed: string) {
    super({ code: 'METHOD_NOT_SUPPORTED', message: `expected ${allowed}` });
  }
}
