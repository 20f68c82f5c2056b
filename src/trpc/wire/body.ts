import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import { raw } from 'body-parser';
import { parse as parseContentType } from 'content-type';

/** Longest request body, in bytes after decompression. */
const BODY_LIMIT = 1024 * 1024;

const readRaw = raw({ type: () => true, limit: BODY_LIMIT, inflate: true });

/**
 * Reads a request's body, on GET too.
 * @returns undefined where there is none
 * @throws TRPCError that says what the caller must change
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > 0) assertJson(request);
  const bytes = await readBytes(request, response);
  if (bytes.length === 0) return undefined;
  assertJson(request);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('the body is not valid UTF-8');
  }
}

function assertJson(request: IncomingMessage): void {
  if (isJson(request.headers['content-type'])) return;
  throw new TRPCError({
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'the body must be JSON in UTF-8: send the header Content-Type: application/json',
  });
}

function isJson(header: string | undefined): boolean {
  if (header === undefined) return false;
  const { type, parameters } = parseContentType(header);
  return type === 'application/json' && /^utf-?8$/i.test(parameters.charset ?? 'utf-8');
}

function readBytes(request: IncomingMessage & { body?: unknown }, response: ServerResponse): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    readRaw(request, response, (error: unknown) => {
      if (error) reject(unreadable(error));
      else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    });
  });
}

function unreadable(error: unknown): TRPCError {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  switch (type) {
    case 'entity.too.large':
      return new TRPCError({
        code: 'PAYLOAD_TOO_LARGE',
        message: `the body is larger than ${BODY_LIMIT} bytes`,
      });
    case 'encoding.unsupported':
      return new TRPCError({
        code: 'UNSUPPORTED_MEDIA_TYPE',
        message: 'Content-Encoding: expected gzip, deflate, br or none',
      });
    default:
      return badRequest(
        'the body could not be read: it was cut short, or is not compressed as its header says',
      );
  }
}

function badRequest(message: string): TRPCError {
  return new TRPCError({ code: 'BAD_REQUEST', message });
}
