import { IGNORED_FIELDS_HEADER } from '../../../platform/trpc/transport/ignored-fields';
import type { ResponseObject } from './openapi-document';

type Headers = NonNullable<ResponseObject['headers']>;

/** Components of the headers that all operations share. */
export const headerComponents = {
  RequestId: {
    description:
      'Names the request in our log: quote it when you ask about an answer. It is the `X-Request-Id` of the request if that is a UUID, 32 hexadecimal digits or a ULID, else a new one.',
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
  Challenge: {
    description:
      'Names the scheme (RFC 6750). For a token that is refused, `error="invalid_token"`, and in `error_description` what to do.',
    schema: { type: 'string' as const },
    example:
      'Bearer realm="Africa Health Platform", error="invalid_token", error_description="the token has expired: get a new one"',
  },
  IgnoredFields: {
    description:
      'Fields of the input that the procedure does not have, and that were ignored: each misspelt one with the field that was probably `meant`, and the number of others. In a batch with the index of the `call`. A list of RFC 9651.',
    schema: { type: 'string' as const },
    example: '"consultations[3].external_id";meant="externalId", other;count=2',
  },
  RetryAfter: {
    description: 'How many seconds to wait before the next try. Not every answer of this status has it.',
    schema: { type: 'integer' as const, minimum: 1 },
  },
};

/** The header of every 401. */
export const challengeHeader: Headers = {
  'www-authenticate': { $ref: '#/components/headers/Challenge' },
};

/** The header of procedures that take an input. */
export const ignoredFieldsHeaders: Headers = {
  [IGNORED_FIELDS_HEADER]: { $ref: '#/components/headers/IgnoredFields' },
};

export function buildStandardHeaders(hasRetryAfter = false): Headers {
  return {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    'ratelimit-policy': { $ref: '#/components/headers/RateLimitPolicy' },
    ratelimit: { $ref: '#/components/headers/RateLimit' },
    ...(hasRetryAfter && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
  };
}
