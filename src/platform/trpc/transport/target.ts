import type { IncomingMessage } from 'node:http';
import { TRPCError } from '@trpc/server';
import { MALFORMED_PATH, decodePath } from '../../http/url-path';

/** A procedure has the path `{BASE_PATH}/<router>.<procedure>`. */
export const BASE_PATH = '/api/trpc';

/** More are refused, so no more than one above need be split off a URL. */
export const MAX_BATCH_CALLS = 50;

/** The parsed request line. */
export interface Target {
  readonly method: 'GET' | 'POST';
  readonly isBatch: boolean;
  /** The names of the called procedures. One if the request is not a batch. */
  readonly procedureNames: readonly string[];
  /** The query parameter `input`. */
  readonly input: string | undefined;
}

/** Returns whether a URL is under the path of the procedures. */
export function isProcedureUrl(url: string): boolean {
  // The next character ends the path segment.
  return url.startsWith(BASE_PATH) && ['/', '?', undefined].includes(url[BASE_PATH.length]);
}

/**
 * Parses the request line. Ignores the `Host` header, which may be invalid.
 * @throws TRPCError with a message for the caller
 */
export function parseTarget(request: IncomingMessage): Target {
  const { method = '' } = request;
  if (method !== 'GET' && method !== 'POST') {
    throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED', message: 'expected GET or POST' });
  }
  const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s, 2);
  const query = new URLSearchParams(search);
  const isBatch = query.get('batch') === '1';
  const name = decodePath(path.slice(BASE_PATH.length + 1));
  if (name === undefined) throw new TRPCError({ code: 'BAD_REQUEST', message: MALFORMED_PATH });
  const procedureNames = isBatch ? name.split(',', MAX_BATCH_CALLS + 1) : [name];
  if (procedureNames.length > MAX_BATCH_CALLS) {
    throw new TRPCError({ code: 'BAD_REQUEST', message: `a batch holds at most ${MAX_BATCH_CALLS} calls` });
  }
  return { method, isBatch, procedureNames, input: query.get('input') ?? undefined };
}
