import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../src/app-router';

/** Why a call brought nothing, as far as its reader can do something about it. */
export type Problem =
  | { readonly kind: 'offline' | 'session' | 'gone' | 'failed' }
  /** Too much was asked; `seconds` until it is worth asking again. */
  | { readonly kind: 'busy'; readonly seconds: number };

/** Where an answer that says "later" does not say when. */
const USUAL_WAIT_SECONDS = 30;

/** @param error of a call by the tRPC client */
export function problemOf(error: unknown): Problem {
  const code = codeOf(error);
  switch (code) {
    case undefined:
      return { kind: isAnswered(error) ? 'failed' : 'offline' };
    case 'TOO_MANY_REQUESTS':
      return { kind: 'busy', seconds: waitOf(error) };
    case 'UNAUTHORIZED':
      return { kind: 'session' };
    case 'NOT_FOUND':
      return { kind: 'gone' };
    default:
      return { kind: 'failed' };
  }
}

/** The platform's own code for an error; undefined where the platform did not answer. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  return (error as TRPCClientError<AppRouter>).data?.code;
}

/** Whether there was an answer, though not the platform's: a gateway's, for one. */
function isAnswered(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  return error.cause instanceof SyntaxError || error.meta?.response instanceof Response;
}

function waitOf(error: unknown): number {
  const response = error instanceof TRPCClientError ? error.meta?.response : undefined;
  const header = response instanceof Response ? response.headers.get('retry-after') : null;
  const seconds = Number(header ?? NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : USUAL_WAIT_SECONDS;
}
