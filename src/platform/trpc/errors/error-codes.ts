import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { ErrorCode, ErrorNumber } from '../../contract/error-shape';

/** The tRPC codes of the HTTP statuses that the platform uses. */
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

const STATUS_OF_CODE = new Map(CODES.map((code) => [code, readStatus(code)]));
const CODE_OF_STATUS = new Map([...STATUS_OF_CODE].map(([code, status]) => [status, code]));

/** Returns the HTTP status of a tRPC code. */
export function statusOfCode(code: ErrorCode): number {
  return STATUS_OF_CODE.get(code) ?? readStatus(code);
}

/** tRPC tells the status of an error only. The error gets a stack trace, which is slow. */
function readStatus(code: ErrorCode): number {
  return getHTTPStatusCodeFromError(new TRPCError({ code }));
}

/** Returns the JSON-RPC number of a tRPC code, which tRPC clients require. */
export function numberOfCode(code: ErrorCode): ErrorNumber {
  return TRPC_ERROR_CODES_BY_KEY[code];
}

/** Returns the tRPC code of an HTTP status: BAD_REQUEST for an unknown 4xx, INTERNAL_SERVER_ERROR for any other unknown. */
export function codeOfStatus(status: number): ErrorCode {
  const known = CODE_OF_STATUS.get(status);
  if (known) return known;
  return status >= 400 && status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR';
}
