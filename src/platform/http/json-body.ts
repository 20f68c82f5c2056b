import type { IncomingMessage, ServerResponse } from 'node:http';
import { raw } from 'body-parser';
import { parse as parseContentType } from 'content-type';

/** What can be wrong with a body before anybody looks at what it says. */
export type BodyFault = 'tooLarge' | 'unknownEncoding' | 'cutShort' | 'notUtf8';

/** What a caller is told of each but of one that is too large. */
export const FAULT_TEXTS: Readonly<Record<Exclude<BodyFault, 'tooLarge'>, string>> = {
  unknownEncoding: 'Content-Encoding: expected gzip, deflate, br or none',
  cutShort: 'the body could not be read: it was cut short, or is not compressed as its header says',
  notUtf8: 'the body is not valid UTF-8',
};

/** Whether a `Content-Type` is one of some media types, in UTF-8. */
export function isUtf8Of(types: readonly string[], header: string | undefined): boolean {
  const { type, parameters } = parseContentType(header ?? '');
  return types.includes(type) && /^utf-?8$/i.test(parameters.charset ?? 'utf-8');
}

/**
 * Makes a reader of bodies as text, on GET too; a request without a body gives an empty one.
 * @param limit longest body, in bytes after decompression
 * @param refused makes the error that the reader throws
 */
export function bodyReader(limit: number, refused: (fault: BodyFault) => Error) {
  const readRaw = raw({ type: () => true, limit, inflate: true });
  return async (request: IncomingMessage & { body?: unknown }, response: ServerResponse): Promise<string> => {
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      readRaw(request, response, (error: unknown) => {
        if (error) reject(refused(faultOf(error)));
        else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      });
    });
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw refused('notUtf8');
    }
  };
}

function faultOf(error: unknown): BodyFault {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return 'tooLarge';
  return type === 'encoding.unsupported' ? 'unknownEncoding' : 'cutShort';
}
