import type { IncomingMessage, ServerResponse } from 'node:http';
import { raw } from 'body-parser';
import { parse as parseContentType } from 'content-type';

/** Why a request body cannot be read as text. */
export type BodyFault = 'tooLarge' | 'unknownEncoding' | 'cutShort' | 'notUtf8';

/** Error messages. The message for `tooLarge` depends on the limit of the route. */
export const FAULT_TEXTS: Readonly<Record<Exclude<BodyFault, 'tooLarge'>, string>> = {
  unknownEncoding: 'Content-Encoding: expected gzip, deflate, br or none',
  cutShort: 'the body could not be read: it was cut short, or is not compressed as its header says',
  notUtf8: 'the body is not valid UTF-8',
};

/** Returns whether a `Content-Type` header is one of the media types, in UTF-8. */
export function isUtf8Of(types: readonly string[], header: string | undefined): boolean {
  const { type, parameters } = parseContentType(header ?? '');
  return types.includes(type) && /^utf-?8$/i.test(parameters.charset ?? 'utf-8');
}

/**
 * Creates a function that reads a request's body as text, of GET requests too. Without a body, the text is empty.
 * @param limit in bytes after decompression
 * @param toError makes the error that the function throws
 */
export function createBodyReader(limit: number, toError: (fault: BodyFault) => Error) {
  const readRaw = raw({ type: () => true, limit, inflate: true });
  return async (request: IncomingMessage & { body?: unknown }, response: ServerResponse): Promise<string> => {
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      readRaw(request, response, (error: unknown) => {
        if (error) reject(toError(faultOf(error)));
        else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      });
    });
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw toError('notUtf8');
    }
  };
}

function faultOf(error: unknown): BodyFault {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return 'tooLarge';
  return type === 'encoding.unsupported' ? 'unknownEncoding' : 'cutShort';
}
