import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TRPCError } from '@trpc/server';

/** Where procedures are addressed: `{BASE_PATH}/<router>.<procedure>`. */
export const BASE_PATH = '/api/trpc';

/**
 * Where nestjs-trpc's own adapter is mounted: nowhere that a caller could name, so that nothing reaches it but what
 * the wire passes on.
 */
export const ADAPTER_PATH = `/${randomUUID()}`;

/** Most calls in one batch. */
const BATCH_LIMIT = 50;

/** What a request's line says. */
export interface Target {
  readonly method: 'GET' | 'POST';
  readonly batch: boolean;
  /** The procedures called; one where it is no batch. */
  readonly paths: readonly string[];
  /** The query parameter `input`. */
  readonly input: string | undefined;
}

/** Whether a request is for a procedure. */
export function isProcedureUrl(url: string): boolean {
  return url.startsWith(BASE_PATH) && ['/', '?', undefined].includes(url[BASE_PATH.length]);
}

/**
 * Reads the request line. The `Host` header is not looked at: it may hold anything.
 * @throws TRPCError that says what the caller must change
 */
export function readTarget(request: IncomingMessage): Target {
  const { method = '' } = request;
  if (method !== 'GET' && method !== 'POST') {
    throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED', message: 'expected GET or POST' });
  }
  const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s, 2);
  const query = new URLSearchParams(search);
  const batch = query.get('batch') === '1';
  const name = decodePath(path.slice(BASE_PATH.length + 1));
  const paths = batch ? name.split(',') : [name];
  if (paths.length > BATCH_LIMIT) {
    throw new TRPCError({ code: 'BAD_REQUEST', message: `a batch holds at most ${BATCH_LIMIT} calls` });
  }
  return { method, batch, paths, input: query.get('input') ?? undefined };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new TRPCError({ code: 'NOT_FOUND', message: 'the path is not a valid URL path' });
  }
}
