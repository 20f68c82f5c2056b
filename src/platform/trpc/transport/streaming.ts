import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import type { ProcedureContract } from '../../contract/contract';
import { ADAPTER_PATH, BASE_PATH, type Target } from './target';

/** Takes a request whose limits were checked and whose body was read. */
export type StreamedRequest = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Whether a request wants a streamed batch. Nothing but this goes on to nestjs-trpc's adapter, which has no limits of its
 * own and does not know the documented envelope.
 */
export function isStreamedBatch(request: IncomingMessage, target: Target): boolean {
  if (!target.batch) return false;
  const { accept = '', 'trpc-accept': chosen } = request.headers;
  const formats = chosen === undefined ? accept.split(',').map((format) => format.trim()) : [chosen];
  return formats.includes('application/jsonl');
}

/** Passes a batch on to the adapter in a shape that cannot harm it, and that it never refuses as a whole. */
export function passOnBatch(
  { request, response, target, body, kinds }: PassedBatch,
  streamed: StreamedRequest,
): void {
  if (target.method === 'GET' && body !== undefined) throw badRequest(INPUT_BY_QUERY);
  if (kinds.has('query') && kinds.has('mutation')) throw badRequest(ONE_KIND);
  const [path = ''] = (request.url ?? '').slice(BASE_PATH.length).split('?', 1);
  const input = body ?? target.input;
  // Queries may come by POST, which the adapter knows by GET alone.
  const byGet = target.method === 'GET' || !kinds.has('mutation');
  const query = new URLSearchParams({ batch: '1', ...(byGet && input !== undefined && { input }) });
  const originalUrl = request.url ?? '';
  request.method = byGet ? 'GET' : 'POST';
  request.url = `${ADAPTER_PATH}${path}?${query.toString()}`;
  // The adapter makes a URL of the Host header, and takes a body that was read from here.
  Object.assign(request.headers, { host: 'localhost', 'content-type': 'application/json' });
  streamed(Object.assign(request, { body: byGet ? undefined : input, originalUrl }), response);
}

const INPUT_BY_QUERY = 'a streamed GET takes its input as ?input=, not as a body';
const ONE_KIND = 'a streamed batch holds queries or mutations, not both';

function badRequest(message: string): TRPCError {
  return new TRPCError({ code: 'BAD_REQUEST', message });
}

interface PassedBatch {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly body: string | undefined;
  /** What the calls that name a procedure are. */
  readonly kinds: ReadonlySet<ProcedureContract['kind']>;
}
