import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyFault, FAULT_TEXTS, createBodyReader, isUtf8Of } from '../../../platform/http/json-body';
import { findExceededLimit } from '../../../platform/http/json-limits';
import { BodyBudget } from './body-budget';
import { type IssueCode, RefusedException } from '../operation-outcome';

/** Measured after decompression. */
export const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/** A typical Bundle of 10 MB has about 400,000. */
const MAX_VALUES = 1_000_000;

const MEDIA_TYPES = ['application/fhir+json', 'application/json'];

const readText = createBodyReader(BODY_LIMIT_BYTES, toRefusal);

/** Each process holds four Bundles of the maximum size, or more that are shorter. */
const budget = new BodyBudget(4 * BODY_LIMIT_BYTES);

/**
 * Parses the body and calls `work` with it; reserves memory for the body until `work` has finished.
 * @throws RefusedException with what the caller must change
 */
export async function withJsonBody<Result>(
  request: IncomingMessage,
  response: ServerResponse,
  work: (json: unknown) => Promise<Result>,
): Promise<Result> {
  assertJsonContent(request);
  const release = await budget.take(estimateBytes(request));
  try {
    return await work(parseJson(await readText(request, response)));
  } finally {
    release();
  }
}

function assertJsonContent({ headers }: IncomingMessage): void {
  if (isUtf8Of(MEDIA_TYPES, headers['content-type'])) return;
  throw createRefusal(
    415,
    'not-supported',
    'the body must be JSON in UTF-8: send the header Content-Type: application/fhir+json',
  );
}

/** Returns Content-Length, or the limit if the body is compressed or has none. */
function estimateBytes({ headers }: IncomingMessage): number {
  const length = Number(headers['content-length']);
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  return isPlain && Number.isSafeInteger(length) ? Math.min(length, BODY_LIMIT_BYTES) : BODY_LIMIT_BYTES;
}

function parseJson(json: string): unknown {
  const exceeded = findExceededLimit(json, MAX_VALUES);
  if (exceeded !== undefined) throw createRefusal(400, 'structure', exceeded);
  try {
    return JSON.parse(json);
  } catch {
    // The parser's own message quotes the body, which has patient data.
    throw createRefusal(400, 'structure', 'the body is not valid JSON');
  }
}

function toRefusal(fault: BodyFault): RefusedException {
  switch (fault) {
    case 'tooLarge':
      return createRefusal(
        413,
        'too-costly',
        `the body is larger than ${BODY_LIMIT_BYTES} bytes: send it as several Bundles`,
      );
    case 'unknownEncoding':
      return createRefusal(415, 'not-supported', FAULT_TEXTS[fault]);
    case 'cutShort':
    case 'notUtf8':
      return createRefusal(400, 'structure', FAULT_TEXTS[fault]);
  }
}

function createRefusal(status: number, code: IssueCode, text: string): RefusedException {
  return new RefusedException([{ status, code, text }]);
}
