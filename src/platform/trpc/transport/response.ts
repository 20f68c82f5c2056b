import type { ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import { addChallenge } from '../../access/challenge';
import { REPLAYED_HEADER } from '../../idempotency/idempotency-key';
import type { Locale } from '../../../shared/locale';
import { type Encoding, compress, pickEncoding } from '../../http/compressed-response';
import { type Encoded, bytesOf, encodeText, encodedArray, lengthOf, sliceOf } from '../../http/encoded-text';
import { RetryableException } from '../../limits/retryable.exception';
import { serializeError } from '../errors/error-body';
import type { ProcedureContract } from '../../contract/contract';
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
      /** Whether the body is the same for all callers of a role and country. */
      readonly isShared?: boolean;
      /** Of a result that varies by it. */
      readonly language?: Locale | undefined;
    }
  | { readonly ok: false; readonly error: unknown; readonly shape: ErrorShape };

const METHODS = 'GET, POST';

/** Shorter bodies need one packet as they are. */
const MIN_COMPRESSED_BYTES = 1_400;
/** Longer ones would take a thread for more than some milliseconds. */
const MAX_COMPRESSED_BYTES = 64 * 1024;

/**
 * Sends an object for one call, or an array for a batch. The status is 207 if the statuses of the calls differ, and 304 if the
 * client has the response already. What a role and country share is compressed. Nothing else is: the length of a compressed body tells
 * those who can write into it what else it has.
 */
export async function sendResults(
  response: ServerResponse,
  results: readonly CallResult[],
  batch: boolean,
): Promise<void> {
  const statuses = new Set(results.map(statusOf));
  const [first = 500] = statuses;
  if (results.every(({ ok }) => ok)) removeRefusalHeaders(response);
  for (const result of results) setHeaders(response, result);
  setLanguages(response, results);
  const [only] = results;
  const etag = !batch && response.req.method === 'GET' && only?.ok === true ? only.etag : undefined;
  if (etag !== undefined) response.setHeader('etag', etag);
  const cacheControl = etag === undefined ? 'no-store' : 'no-cache';
  if (etag !== undefined && isUnchanged(response, etag)) {
    response.writeHead(304, { 'cache-control': cacheControl }).end();
    return;
  }
  const bodies = results.map(bodyOf);
  const plain = batch ? encodedArray(bodies) : bodies;
  const isShared = results.every((result) => result.ok && result.isShared === true);
  const { parts, encoding } = isShared ? await compressParts(response, plain) : { parts: plain };
  response.writeHead(statuses.size > 1 ? 207 : first, {
    'content-type': 'application/json',
    'content-length': lengthOf(parts),
    ...(encoding && { 'content-encoding': encoding }),
    'cache-control': cacheControl,
  });
  endAfterTurn(response, parts);
}

/** Removes what the check of a token has added, if the call has a result although the token was refused. */
export function removeRefusalHeaders(response: ServerResponse): void {
  for (const name of ['www-authenticate', 'retry-after']) response.removeHeader(name);
}

interface ResponseBody {
  readonly parts: readonly Encoded[];
  readonly encoding?: Encoding;
}

/** Compresses a body, if the client accepts that and it pays. */
async function compressParts(response: ServerResponse, parts: readonly Encoded[]): Promise<ResponseBody> {
  const length = lengthOf(parts);
  if (length < MIN_COMPRESSED_BYTES || length > MAX_COMPRESSED_BYTES) return { parts };
  response.appendHeader('vary', 'accept-encoding');
  const encoding = pickEncoding(response.req);
  if (!encoding) return { parts };
  return { parts: [await compress(bytesOf(parts), encoding)], encoding };
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
  return JSON.parse(bytesOf([dataOf(body)]).toString());
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
  if (shape.data.code === 'UNAUTHORIZED') addChallenge(response);
  const cause = error instanceof TRPCError ? error.cause : undefined;
  if (cause instanceof RetryableException) response.setHeader('retry-after', cause.retryAfterSeconds);
}

function setLanguages(response: ServerResponse, results: readonly CallResult[]): void {
  const languages = new Set(results.flatMap((result) => (result.ok ? (result.language ?? []) : [])));
  if (languages.size === 0) return;
  response.appendHeader('vary', 'accept-language');
  response.setHeader('content-language', [...languages].join(', '));
}

/** A procedure was called by a method that it does not accept. */
export class WrongMethodError extends TRPCError {
  readonly allowed: string;

  /** @param procedure undefined if the name is unknown, or there are several */
  constructor(procedure: Pick<ProcedureContract, 'kind' | 'input'> | undefined) {
    const isMutation = procedure?.kind === 'mutation';
    const posted = procedure?.input ? 'POST with the input as a JSON body' : 'POST';
    super({ code: 'METHOD_NOT_SUPPORTED', message: `expected ${isMutation ? posted : 'GET or POST'}` });
    this.allowed = isMutation ? 'POST' : METHODS;
  }
}
