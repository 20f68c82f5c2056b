import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../../src/app-router';

/** Why a call has failed, if the user can do something about it. */
export type Problem =
  | { readonly kind: 'offline' | 'session' | 'otherAccount' | 'gone' | 'failed' }
  /** The rate limit is exceeded; `seconds` until a retry can succeed. */
  | { readonly kind: 'busy'; readonly seconds: number };

/** Used if a 429 response has no `Retry-After`. */
const DEFAULT_RETRY_SECONDS = 30;

/** @param error of a tRPC call */
export function toProblem(error: unknown): Problem {
  switch (errorCode(error)) {
    case undefined:
      return { kind: hasResponse(error) ? 'failed' : 'offline' };
    case 'TOO_MANY_REQUESTS':
      return { kind: 'busy', seconds: retryAfterSeconds(error) };
    case 'UNAUTHORIZED':
      return { kind: 'session' };
    case 'NOT_FOUND':
      return { kind: 'gone' };
    default:
      return { kind: 'failed' };
  }
}

/** Returns the advice that the error of a message has if the message describes an emergency; undefined without one. */
export function adviceOf(error: unknown): string | undefined {
  if (errorCode(error) === undefined || !(error instanceof Error)) return undefined;
  const [, ...advice] = error.message.split('\n\n');
  return advice.length > 0 ? advice.join('\n') : undefined;
}

/** Returns the platform's error code; undefined if the platform has not responded. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  return (error as TRPCClientError<AppRouter>).data?.code;
}

/** Whether something has responded, for example a proxy. */
function hasResponse(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  return error.cause instanceof SyntaxError || error.meta?.response instanceof Response;
}

function retryAfterSeconds(error: unknown): number {
  const response = error instanceof TRPCClientError ? error.meta?.response : undefined;
  const header = response instanceof Response ? response.headers.get('retry-after') : null;
  const seconds = Number(header ?? NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : DEFAULT_RETRY_SECONDS;
}
