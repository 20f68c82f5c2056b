import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyFault, FAULT_TEXTS, bodyReader, isUtf8Of } from '../../../platform/http/json-body';
import { BodyBudget } from './body-budget';
import { findExceededLimit } from './json-limits';
import { type IssueCode, RefusedException } from '../operation-outcome';

/** Longest Bundle, in bytes after decompression. */
export const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

const TYPES = ['application/fhir+json', 'application/json'];

const readText = bodyReader(BODY_LIMIT_BYTES, unreadable);

/** Four of the longest at one time in each process; as many short ones as come. */
const budget = new BodyBudget(4 * BODY_LIMIT_BYTES);

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
    return await work(parse(await readText(request, response)));
  } finally {
    release();
  }
}

function assertJson({ headers }: IncomingMessage): void {
  if (isUtf8Of(TYPES, headers['content-type'])) return;
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
  return plain && Number.isSafeInteger(length) ? Math.min(length, BODY_LIMIT_BYTES) : BODY_LIMIT_BYTES;
}

function parse(json: string): unknown {
  const cost = findExceededLimit(json);
  if (cost !== undefined) throw refused(400, 'structure', cost);
  try {
    return JSON.parse(json);
  } catch {
    // The parser's own message quotes the body, and with it a patient.
    throw refused(400, 'structure', 'the body is not valid JSON');
  }
}

function unreadable(fault: BodyFault): RefusedException {
  switch (fault) {
    case 'tooLarge':
      return refused(
        413,
        'too-costly',
        `the body is larger than ${BODY_LIMIT_BYTES} bytes: send it as several Bundles`,
      );
    case 'unknownEncoding':
      return refused(415, 'not-supported', FAULT_TEXTS[fault]);
    case 'cutShort':
    case 'notUtf8':
      return refused(400, 'structure', FAULT_TEXTS[fault]);
  }
}

function refused(status: number, code: IssueCode, text: string): RefusedException {
  return new RefusedException([{ status, code, text }]);
}
