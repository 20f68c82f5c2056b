import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Encoded, encodeText } from '../../http/encoded-text';
import type { RequestContext } from '../context/request-context';
import { type CallResult, dataOf } from './response';
import { endAfterTurn, writeAfterTurn } from './response-queue';
import type { Target } from './target';

/** Returns whether a request is for a streamed batch. */
export function isStreamedBatch(request: IncomingMessage, target: Target): boolean {
  if (!target.isBatch) return false;
  const { accept = '', 'trpc-accept': trpcAccept } = request.headers;
  const formats = trpcAccept === undefined ? accept.split(',').map((format) => format.trim()) : [trpcAccept];
  return formats.includes('application/jsonl');
}

/**
 * Resolves the caller of a streamed batch, and ends its session if a call does. Both can set cookies, which are sent before the
 * procedures run. Returns null if the caller is anonymous or its session is not valid, which each call finds again.
 */
export async function resolveSession(context: RequestContext, { endsSession }: { endsSession: boolean }) {
  const caller = await context.resolveCaller().catch(() => null);
  if (caller && endsSession) await context.endSession();
  return caller;
}

/**
 * Sends each result as soon as it is ready, as a line in the format that tRPC's `httpBatchStreamLink` reads (`jsonlStreamConsumer`
 * of tRPC 11): the first line has a promise for each call, and every other line the value of one.
 */
export async function sendStream(
  response: ServerResponse,
  results: readonly Promise<CallResult>[],
): Promise<void> {
  response.appendHeader('vary', 'trpc-accept, accept');
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  const promises = Object.fromEntries(results.map((_result, index) => [index, [[0], [null, 0, index]]]));
  writeAfterTurn(response, [encodeText(`${JSON.stringify({ json: promises })}\n`)]);
  await Promise.all(
    results.map(async (result, index) => {
      writeAfterTurn(response, lineOf(index, await result));
    }),
  );
  endAfterTurn(response, []);
}

function lineOf(index: number, result: CallResult): Encoded[] {
  const start = `{"json":[${index},0,[[`;
  const end = ']]]}\n';
  if (!result.ok) return [encodeText(`${start}${JSON.stringify({ error: result.shape })}${end}`)];
  return [encodeText(`${start}{"result":{"data":`), dataOf(result.body), encodeText(`}}${end}`)];
}
