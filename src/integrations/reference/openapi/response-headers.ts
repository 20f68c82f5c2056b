import type { ResponseObject } from './openapi-document';

type Headers = NonNullable<ResponseObject['headers']>;

/** Components of the headers that all operations share. */
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

export function buildStandardHeaders(hasRetryAfter = false): Headers {
  return {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    ...(hasRetryAfter && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
  };
}
