import type { IncomingMessage, ServerResponse } from 'node:http';
import { raw } from 'body-parser';
import { parse as parseContentType } from 'content-type';
import { BodyBudget } from './body-budget';
import { tooCostly } from './json-bounds';
import { type IssueCode, Refused } from '../outcome';

/** Longest Bundle, in bytes after decompression. */
export const BODY_LIMIT = 10 * 1024 * 1024;

const TYPES = new Set(['application/fhir+json', 'application/json']);

const readRaw = raw({ type: () => true, limit: BODY_LIMIT, inflate: true });

/** Four of the longest at one time in each process; as many short ones as come. */
const budget = new BodyBudget(4 * BODY_LIMIT);

/**
 * Reads a body of JSON and works with it; until that is done, it counts as held.
 * @throws Refused that says what the caller must change
 */
export async function withJsonBody<Result>(
  request: IncomingMessage,
  response: ServerResponse,
  work: (json: unknown) => Promise<Result>,
): Promise<Result> {
  assertJson(request);
  const release = await budget.take(expectedBytes(request));
  try {
    return await work(parse(await readBytes(request, response)));
  } finally {
    release();
  }
}

function assertJson({ headers }: IncomingMessage): void {
  const { type, parameters } = parseContentType(headers['content-type'] ?? '');
  if (TYPES.has(type) && /^utf-?8$/i.test(parameters.charset ?? 'utf-8')) return;
  throw refused(
    415,
    'not-supported',
    'the body must be JSON in UTF-8: send the header Content-Type: application/fhir+json',
  );
}

/** What a body says of its length, if that can be relied upon. */
function expectedBytes({ headers }: IncomingMessage): number {
  const length = Number(headers['content-length']);
  const plain = (headers['content-encoding'] ?? 'identity') === 'identity';
  return plain && Number.isSafeInteger(length) ? Math.min(length, BODY_LIMIT) : BODY_LIMIT;
}

function parse(bytes: Buffer): unknown {
  const json = decode(bytes);
  const cost = tooCostly(json);
  if (cost !== undefined) throw refused(400, 'structure', cost);
  try {
    return JSON.parse(json);
  } catch {
    // The parser's own message quotes the body, and with it a patient.
    throw refused(400, 'structure', 'the body is not valid JSON');
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(400, 'structure', 'the body is not valid UTF-8');
  }
}

function readBytes(request: IncomingMessage & { body?: unknown }, response: ServerResponse): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    readRaw(request, response, (error: unknown) => {
      if (error) reject(unreadable(error));
      else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    });
  });
}

function unreadable(error: unknown): Refused {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  switch (type) {
    case 'entity.too.large':
      return refused(
        413,
        'too-costly',
        `the body is larger than ${BODY_LIMIT} bytes: send it as several Bundles`,
      );
    case 'encoding.unsupported':
      return refused(415, 'not-supported', 'Content-Encoding: expected gzip, deflate, br or none');
    default:
      return refused(
        400,
        'structure',
        'the body could not be read: it was cut short, or is not compressed as its header says',
      );
  }
}

function refused(status: number, code: IssueCode, text: string): Refused {
  return new Refused([{ status, code, text }]);
}
