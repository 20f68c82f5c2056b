import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { ErrorCode, ErrorNumber } from '../../contract/error-shape';

/** The tRPC codes that an HTTP status of ours may stand for. */
const CODES: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_SUPPORTED',
  'TIMEOUT',
  'CONFLICT',
  'PRECONDITION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNPROCESSABLE_CONTENT',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
  'NOT_IMPLEMENTED',
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  'GATEWAY_TIMEOUT',
];

const CODE_OF_STATUS = new Map(CODES.map((code) => [statusOfCode(code), code]));

/** The HTTP status of a tRPC code. */
export function statusOfCode(code: ErrorCode): number {
  return getHTTPStatusCodeFromError(new TRPCError({ code }));
}

/** JSON-RPC's number of a tRPC code, which genuine clients insist on. */
export function numberOfCode(code: ErrorCode): ErrorNumber {
  return TRPC_ERROR_CODES_BY_KEY[code];
}

/** The tRPC code of an HTTP status; a 4xx that tRPC does not know is a bad request, anything else our failure. */
export function codeOfStatus(status: number): ErrorCode {
  const known = CODE_OF_STATUS.get(status);
  if (known) return known;
  return status >= 400 && status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR';
}
