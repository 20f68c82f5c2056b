import { setTimeout as wait } from 'node:timers/promises';
import { APIConnectionError, APIError } from 'openai';

const FIRST_WAIT_MS = 500;
const LONGEST_DEFAULT_WAIT_MS = 8_000;

export interface RetryLimits {
  /** Attempts after the first. */
  readonly retries: number;
  /** A server that asks for a longer pause, in milliseconds, is not waited for. */
  readonly longestWaitMs: number;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/**
 * Attempts something until it succeeds, as often as the limits allow. The package's own retries are not used:
 * its waits cannot be aborted, and it sleeps for as long as a Retry-After header says, an hour if need be, with
 * the conversation in memory and the process unable to end.
 * @throws what the last attempt threw, or an AbortError when the signal ended a wait
 */
export async function withRetries<T>(attempt: () => Promise<T>, limits: RetryLimits): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (retry >= limits.retries || limits.signal.aborted || !isTransient(error)) throw error;
      const pause = askedPause(error) ?? defaultPause(retry);
      if (pause > limits.longestWaitMs) throw error;
      await wait(pause, undefined, { signal: limits.signal });
    }
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof APIConnectionError) return true;
  if (!(error instanceof APIError)) return false;
  // OpenAI answers 429 to an account without credit too, and that does not pass by waiting.
  if (error.code === 'insufficient_quota') return false;
  const status: unknown = error.status;
  return typeof status === 'number' && (status === 408 || status === 409 || status === 429 || status >= 500);
}

/** Milliseconds that the server asked for: `Retry-After` of RFC 9110 section 10.2.3, or OpenAI's finer header. */
function askedPause(error: unknown): number | undefined {
  const headers: unknown = error instanceof APIError ? error.headers : undefined;
  if (!(headers instanceof Headers)) return undefined;
  const milliseconds = headers.get('retry-after-ms');
  const text = headers.get('retry-after');
  const pauses = [
    milliseconds === null ? NaN : Number.parseFloat(milliseconds),
    text === null ? NaN : Number(text) * 1000,
    text === null ? NaN : Date.parse(text) - Date.now(),
  ];
  return pauses.find((pause) => Number.isFinite(pause) && pause >= 0);
}

/** Doubles with each retry; the jitter keeps callers that failed together from coming back together. */
function defaultPause(retry: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** retry, LONGEST_DEFAULT_WAIT_MS) * (1 - Math.random() * 0.25);
}
