import type { IncomingMessage } from 'node:http';
import { TRPCError } from '@trpc/server';
import type { ProcedureContract } from '../../contract/contract';
import { MALFORMED_PATH, decodePath } from '../../http/url-path';
import { WrongMethodError } from './response';

/** A procedure has the path `{BASE_PATH}/<router>.<procedure>`. */
export const BASE_PATH = '/api/trpc';

/** More are refused, so no more than one above need be split off a URL. */
export const MAX_BATCH_CALLS = 50;

/** More than any procedure has fields. Thousands would take a millisecond to read. */
const MAX_PARAMETERS = 100;

/** The parsed request line. */
export interface Target {
  readonly method: 'GET' | 'POST';
  readonly isBatch: boolean;
  /** Whether unknown fields are refused. */
  readonly isStrict: boolean;
  /** The names of the called procedures. One if the request is not a batch. */
  readonly procedureNames: readonly string[];
  /** The names of the query parameters. */
  readonly parameters: readonly string[];
  /** The query parameter `input`. */
  readonly input: string | undefined;
}

/** Returns whether a URL is under the path of the procedures. */
export function isProcedureUrl(url: string): boolean {
  // The next character ends the path segment.
  return url.startsWith(BASE_PATH) && ['/', '?', undefined].includes(url[BASE_PATH.length]);
}

/** Returns the names of the procedures that a URL calls, also if its request is refused. */
export function findNames(url: string | undefined): readonly string[] {
  return (splitUrl(url).name ?? '').split(',', MAX_BATCH_CALLS);
}

/** Returns the query parameter `input` of a URL, also if its request is refused, but not among too many parameters. */
export function findInput(url: string | undefined): string | undefined {
  const { search } = splitUrl(url);
  if (hasTooManyParameters(search)) return undefined;
  return new URLSearchParams(search).get('input') ?? undefined;
}

/**
 * Parses the request line. Ignores the `Host` header, which may be invalid.
 * @throws TRPCError with a message for the caller
 */
export function parseTarget(
  request: IncomingMessage,
  procedures: ReadonlyMap<string, ProcedureContract>,
): Target {
  const { method = '' } = request;
  const { name, search } = splitUrl(request.url);
  if (hasTooManyParameters(search)) {
    throw new TRPCError({ code: 'BAD_REQUEST', message: `a URL has at most ${MAX_PARAMETERS} parameters` });
  }
  const query = new URLSearchParams(search);
  const isBatch = query.get('batch') === '1';
  if (name === undefined) throw new TRPCError({ code: 'BAD_REQUEST', message: MALFORMED_PATH });
  if (method !== 'GET' && method !== 'POST') throw new WrongMethodError(procedures.get(name));
  const procedureNames = isBatch ? name.split(',', MAX_BATCH_CALLS + 1) : [name];
  if (procedureNames.length > MAX_BATCH_CALLS) {
    throw new TRPCError({ code: 'BAD_REQUEST', message: `a batch holds at most ${MAX_BATCH_CALLS} calls` });
  }
  const isStrict = query.get('strict') === '1';
  const parameters = [...query.keys()];
  return { method, isBatch, isStrict, procedureNames, parameters, input: query.get('input') ?? undefined };
}

/** Splits a URL into the name below the base path, which is undefined if it is malformed, and the query string. */
function splitUrl(url = ''): { readonly name: string | undefined; readonly search: string } {
  const [path = '', search = ''] = url.split(/\?(.*)/s, 2);
  return { name: decodePath(path.slice(BASE_PATH.length + 1)), search };
}

function hasTooManyParameters(search: string): boolean {
  return search.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS;
}
