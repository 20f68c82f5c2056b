import type { ResponseObject } from './openapi-document';

type Headers = NonNullable<ResponseObject['headers']>;

/** Components of the headers that all operations share. */
export const headerComponents = {
  RequestId: {
    description: 'Names the request in our log: quote it when you ask about an answer.',
    schema: { type: 'string' as const },
  },
  RateLimitPolicy: {
    description:
      'How many calls are answered in how many seconds, from the network and of the account. Absent where a procedure has limits of its own.',
    schema: { type: 'string' as const },
    example: '"address";q=6000;w=60, "account";q=30000;w=60',
  },
  RateLimit: {
    description: 'How many calls of these are left, and for how many seconds.',
    schema: { type: 'string' as const },
    example: '"address";r=5990;t=42, "account";r=29995;t=42',
  },
  RetryAfter: {
    description: 'How many seconds to wait before the next try. Not every answer of this status has it.',
    schema: { type: 'integer' as const, minimum: 1 },
  },
};

export function buildStandardHeaders(hasRetryAfter = false): Headers {
  return {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    'ratelimit-policy': { $ref: '#/components/headers/RateLimitPolicy' },
    ratelimit: { $ref: '#/components/headers/RateLimit' },
    ...(hasRetryAfter && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
  };
}
