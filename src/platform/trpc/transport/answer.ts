import type { ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import { CallInProgressException } from '../../idempotency/call-in-progress.exception';
import { REPLAYED_HEADER } from '../../idempotency/idempotency-key';
import { TooManyRequestsException } from '../../limits/too-many-requests.exception';
import { serializeError } from '../errors/error-body';
import type { ErrorShape } from '../../contract/error-shape';

/** The outcome of one call. */
export type Outcome =
  | {
      readonly ok: true;
      /** What is answered, as JSON. */
      readonly body: string;
      /** Set where an earlier call was answered with it. */
      readonly replayed?: boolean;
    }
  | { readonly ok: false; readonly error: unknown; readonly shape: ErrorShape };

const METHODS = 'GET, POST';

/** Answers one call with an object, a batch with an array; the status is 207 where the calls' statuses differ. */
export function sendOutcomes(response: ServerResponse, outcomes: readonly Outcome[], batch: boolean): void {
  const statuses = new Set(outcomes.map(statusOf));
  const [first = 500] = statuses;
  for (const outcome of outcomes) setHeaders(response, outcome);
  const bodies = outcomes.map(bodyOf).join(',');
  const text = batch ? `[${bodies}]` : bodies;
  response.writeHead(statuses.size > 1 ? 207 : first, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}

/** The body of a call's answer. */
export function successBody(payload: unknown): string {
  return JSON.stringify({ result: { data: { json: payload } } });
}

function bodyOf(outcome: Outcome): string {
  return outcome.ok ? outcome.body : JSON.stringify({ error: serializeError(outcome.shape) });
}

function statusOf(outcome: Outcome): number {
  return outcome.ok ? 200 : outcome.shape.data.httpStatus;
}

function setHeaders(response: ServerResponse, outcome: Outcome): void {
  if (outcome.ok) {
    if (outcome.replayed === true) response.setHeader(REPLAYED_HEADER, 'true');
    return;
  }
  const { error, shape } = outcome;
  if (shape.data.code === 'METHOD_NOT_SUPPORTED') {
    response.setHeader('allow', error instanceof WrongMethodError ? error.allowed : METHODS);
  }
  const cause = error instanceof TRPCError ? error.cause : undefined;
  if (cause instanceof TooManyRequestsException || cause instanceof CallInProgressException) {
    response.setHeader('retry-after', cause.retryAfterSeconds);
  }
}

/** A procedure was called by a method that it does not take. */
export class WrongMethodError extends TRPCError {
  constructor(readonly allowed: string) {
    super({ code: 'METHOD_NOT_SUPPORTED', message: `expected ${allowed}` });
  }
}
