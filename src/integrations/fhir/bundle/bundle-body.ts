import type { IncomingMessage } from 'node:http';
import { BodyBudget } from '../../../platform/http/body-budget';
import type { BodyFault } from '../../../platform/http/body-reading';
import { FAULT_TEXTS, RequestBody, isUtf8Of } from '../../../platform/http/json-body';
import { scanForExceededLimit } from '../../../platform/http/json-limits';
import { runInTurns } from '../../../platform/limits/current-turns';
import { type IssueCode, RefusedException } from '../operation-outcome';

/** Measured after decompression. */
export const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * A typical Bundle of 10 MB has about 400,000 values. R4 has 2,000 names of elements in all its resource types. From 1,536 names on
 * that begin objects, V8 parses three times as slowly.
 */
const LIMITS = { maxValues: 600_000, maxNames: 1_500 };

const MEDIA_TYPES = ['application/fhir+json', 'application/json'];

/** Each process holds four Bundles of the maximum size, or more that are shorter; one of an account, or several short ones. */
const budget = new BodyBudget({
  bytes: 4 * BODY_LIMIT_BYTES,
  bytesPerCaller: BODY_LIMIT_BYTES,
  content: 'Bundles',
});

const RULES = { limit: BODY_LIMIT_BYTES, budget, toError: toRefusal };

interface Sender {
  /** Has a share of the memory for all bodies. */
  readonly accountId: string;
  /** Returns when it is the turn to decode and parse a long body. */
  readonly takeTurn: () => Promise<void> | undefined;
}

/**
 * Parses the body and calls `work` with it; reserves memory for the body until `work` has finished.
 * @throws RefusedException with what the caller must change
 */
export async function withJsonBody<Result>(
  request: IncomingMessage,
  { accountId, takeTurn }: Sender,
  work: (json: unknown) => Promise<Result>,
): Promise<Result> {
  assertJsonContent(request);
  const body = new RequestBody(request, accountId, RULES);
  try {
    return await work(await parseJson(await body.readText(takeTurn)));
  } finally {
    body.release();
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

async function parseJson(json: string): Promise<unknown> {
  const exceeded = await runInTurns(scanForExceededLimit(json, LIMITS), { startsNow: true });
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
    case 'tooSlow':
      return createRefusal(408, 'too-costly', FAULT_TEXTS[fault]);
    case 'cutShort':
    case 'notUtf8':
      return createRefusal(400, 'structure', FAULT_TEXTS[fault]);
  }
}

function createRefusal(status: number, code: IssueCode, text: string): RefusedException {
  return new RefusedException([{ status, code, text }]);
}
