import type { Answer } from './openapi-document';

type Headers = NonNullable<Answer['headers']>;

/** Headers that answers of every kind carry, as components. */
export const headerComponents = {
  RequestId: {
    description: 'Names the request in our log: quote it when you ask about an answer.',
    schema: { type: 'string' as const },
  },
  RetryAfter: {
    description: 'How many seconds to wait before the next try. Not every answer of this status has it.',
    schema: { type: 'integer' as const, minimum: 1 },
  },
};

/** @param waits whether the answer may say when to try again */
export function buildStandardHeaders(waits = false): Headers {
  return {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    ...(waits && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
  };
}
