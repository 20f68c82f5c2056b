import type { IncomingMessage } from 'node:http';
import { TRPCError } from '@trpc/server';
import { BodyBudget } from '../../http/body-budget';
import type { BodyFault } from '../../http/body-reading';
import { FAULT_TEXTS, RequestBody, isUtf8Of } from '../../http/json-body';

/** After decompression. */
const MAX_BODY_BYTES = 1024 * 1024;

/** What the budget of bodies is for, in its error messages. */
export const LARGE_BODIES = 'large requests';

/** Each process holds 64 bodies of the maximum size, or more that are shorter; 16 of a network. */
const budget = new BodyBudget({
  bytes: 64 * MAX_BODY_BYTES,
  bytesPerCaller: 16 * MAX_BODY_BYTES,
  content: LARGE_BODIES,
});

const RULES = { limit: MAX_BODY_BYTES, budget, toError };

/** Returns whether a request announces a body. It may be empty. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/**
 * Returns the body of a request, which is read by `readJson`.
 * @param network of the caller, which has a share of the memory for all bodies
 */
export function bodyOf(request: IncomingMessage, network: string): RequestBody {
  return new RequestBody(request, network, RULES);
}

/**
 * Reads the body of a request, of GET requests too. Returns undefined if there is none.
 * @throws TRPCError with a message for the caller, TooManyRequestsException, TooBusyException
 */
export async function readJson(
  request: IncomingMessage,
  body: RequestBody,
  takeTurn?: () => Promise<void> | undefined,
): Promise<string | undefined> {
  if (!hasBody(request)) return undefined;
  const hasLength = Number(request.headers['content-length'] ?? 0) > 0;
  if (hasLength) assertJson(request);
  const text = await body.readText(takeTurn);
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
  switch (fault) {
    case 'tooLarge':
      return new TRPCError({
        code: 'PAYLOAD_TOO_LARGE',
        message: `the body is larger than ${MAX_BODY_BYTES} bytes`,
      });
    case 'unknownEncoding':
      return new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE', message: FAULT_TEXTS[fault] });
    case 'tooSlow':
      return new TRPCError({ code: 'TIMEOUT', message: FAULT_TEXTS[fault] });
    case 'cutShort':
    case 'notUtf8':
      return new TRPCError({ code: 'BAD_REQUEST', message: FAULT_TEXTS[fault] });
  }
}
