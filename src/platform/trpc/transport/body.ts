import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import { type BodyFault, FAULT_TEXTS, createBodyReader, isUtf8Of } from '../../http/json-body';

/** After decompression. */
const MAX_BODY_BYTES = 1024 * 1024;

const readText = createBodyReader(MAX_BODY_BYTES, toError);

/** Returns whether a request announces a body. It may be empty. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/**
 * Reads the body of a request, of GET requests too. Returns undefined if there is none.
 * @throws TRPCError with a message for the caller
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<string | undefined> {
  if (!hasBody(request)) return undefined;
  const hasLength = Number(request.headers['content-length'] ?? 0) > 0;
  if (hasLength) assertJson(request);
  const text = await readText(request, response);
  if (text === '') return undefined;
  if (!hasLength) assertJson(request);
  return text;
}

function assertJson(request: IncomingMessage): void {
  if (isUtf8Of(['application/json'], request.headers['content-type'])) return;
  throw new TRPCError({
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'the body must be JSON in UTF-8: send the header Content-Type: application/json',
  });
}

function toError(fault: BodyFault): TRPCError {
  if (fault === 'tooLarge') {
    return new TRPCError({
      code: 'PAYLOAD_TOO_LARGE',
      message: `the body is larger than ${MAX_BODY_BYTES} bytes`,
    });
  }
  return new TRPCError({
    code: fault === 'unknownEncoding' ? 'UNSUPPORTED_MEDIA_TYPE' : 'BAD_REQUEST',
    message: FAULT_TEXTS[fault],
  });
}
