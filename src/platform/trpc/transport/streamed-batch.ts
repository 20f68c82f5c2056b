import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import type { Caller } from '../../access/caller';
import type { ProcedureContract } from '../../contract/contract';
import type { Handler } from '../../http/pipelined-express.adapter';
import type { RequestContext } from '../context/request-context';
import { ADAPTER_PATH, BASE_PATH, type Target } from './target';

const GET_WITH_BODY = 'a streamed GET takes its input as ?input=, not as a body';
const MIXED_KINDS = 'a streamed batch holds queries or mutations, not both';

interface Batch {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly body: string | undefined;
  /** Kinds of the known procedures of the batch. */
  readonly kinds: ReadonlySet<ProcedureContract['kind']>;
}

/**
 * Returns whether a request is for a streamed batch. Only these are forwarded to nestjs-trpc's adapter, which has no limits
 * and does not know the documented input format.
 */
export function isStreamedBatch(request: IncomingMessage, target: Target): boolean {
  if (!target.isBatch) return false;
  const { accept = '', 'trpc-accept': trpcAccept } = request.headers;
  const formats = trpcAccept === undefined ? accept.split(',').map((format) => format.trim()) : [trpcAccept];
  return formats.includes('application/jsonl');
}

/** Rewrites the request of a streamed batch, so that nestjs-trpc's adapter accepts it, and forwards it. */
export function forwardBatch({ request, response, target, body, kinds }: Batch, express: Handler): void {
  if (target.method === 'GET' && body !== undefined) throw badRequest(GET_WITH_BODY);
  if (kinds.has('query') && kinds.has('mutation')) throw badRequest(MIXED_KINDS);
  const [path = ''] = (request.url ?? '').slice(BASE_PATH.length).split('?', 1);
  const input = body ?? target.input;
  // The adapter accepts queries by GET only.
  const byGet = target.method === 'GET' || !kinds.has('mutation');
  const query = new URLSearchParams({ batch: '1', ...(byGet && input !== undefined && { input }) });
  const originalUrl = request.url ?? '';
  request.method = byGet ? 'GET' : 'POST';
  request.url = `${ADAPTER_PATH}${path}?${query.toString()}`;
  // The adapter parses the Host header as a URL, and uses `request.body` if it is set.
  Object.assign(request.headers, { host: 'localhost', 'content-type': 'application/json' });
  express(Object.assign(request, { body: byGet ? undefined : input, originalUrl }), response);
}

function badRequest(message: string): TRPCError {
  return new TRPCError({ code: 'BAD_REQUEST', message });
}

/**
 * Returns the caller, or null if it is anonymous or its session is not valid, and ends its session if a call does. Both can set
 * cookies, which a streamed response sends before its procedures run.
 */
export async function resolveSession(
  context: RequestContext,
  { endsSession }: { endsSession: boolean },
): Promise<Caller | null> {
  const caller = await context.resolveCaller().catch(() => null);
  if (caller && endsSession) await context.endSession();
  return caller;
}
