import { describeFailure } from './describe-failure';
import { TokenError, type TokenSource } from './token-source';

export interface SendOptions {
  readonly token: TokenSource | undefined;
  readonly fetch: typeof fetch;
  /** Time limit of one attempt. */
  readonly timeoutMs: number;
  readonly retries: number;
  readonly onUnauthorized: (() => void) | undefined;
}

export type RequestHeaders = Readonly<Record<string, string>>;

/** A request of a tRPC link. */
export interface OutgoingRequest {
  readonly url: string;
  readonly init: RequestInit;
  /** Whether it may be sent again after no response. */
  readonly isRetryable: boolean;
  /** Whether a successful response is returned as soon as its headers have arrived. */
  readonly isStream?: boolean;
}

/** Statuses of a proxy that cannot reach the platform, and of an unavailable platform. */
const UNAVAILABLE_STATUSES = new Set([502, 503, 504]);

/** With `Retry-After`: the first call with the same idempotency key still runs. */
const CALL_IN_PROGRESS = 409;

const INITIAL_PAUSE_MS = 400;
const MAX_PAUSE_MS = 20_000;

/**
 * Sends a request. Retries once with another token after a 401, and after a pause if there is no response.
 * The response is complete, except for a stream, so that a connection lost while reading it leads to a retry.
 * @throws TokenError if there is no token; the failure of the last attempt; the reason of the caller's signal
 */
export async function send(options: SendOptions, request: OutgoingRequest): Promise<Response> {
  const attempts = request.isRetryable ? options.retries + 1 : 1;
  for (let attempt = 1; ; attempt += 1) {
    const response = await sendWithToken(options, request).catch((error: unknown) => {
      request.init.signal?.throwIfAborted();
      if (error instanceof TokenError || attempt >= attempts) throw error;
      return undefined;
    });
    if (response && (!isTemporaryFailure(response) || attempt >= attempts)) {
      if (options.onUnauthorized && (await isUnauthorized(response))) options.onUnauthorized();
      return response;
    }
    await wait(calculatePauseMs(attempt, response), request.init.signal);
  }
}

function isTemporaryFailure({ status, headers }: Response): boolean {
  return UNAVAILABLE_STATUSES.has(status) || (status === CALL_IN_PROGRESS && headers.has('retry-after'));
}

async function sendWithToken(options: SendOptions, request: OutgoingRequest): Promise<Response> {
  const token = await options.token?.();
  const response = await sendOnce(options, request, token);
  if (response.status !== 401 || options.token === undefined) return response;
  const newToken = await options.token(token);
  return newToken === token ? response : sendOnce(options, request, newToken);
}

interface StreamRequest extends Pick<OutgoingRequest, 'url' | 'init'> {
  readonly resolveHeaders: () => Promise<RequestHeaders>;
}

/**
 * Opens an event stream, with the retries of `send`. The `EventSource` reconnects if this throws.
 * An error response of the platform becomes an event, because an `EventSource` does not expose failed responses.
 */
export async function openStream(
  options: SendOptions,
  { url, init, resolveHeaders }: StreamRequest,
): Promise<Response> {
  const headers = new Headers(await resolveHeaders());
  new Headers(init.headers).forEach((value, name) => {
    headers.set(name, value);
  });
  // With `text/event-stream` the platform sends a 401 as an event with status 200.
  headers.set('accept', '*/*');
  const request = { url, init: { ...init, headers }, isRetryable: true, isStream: true };
  try {
    const response = await send(options, request);
    if (response.ok) return response;
    if (UNAVAILABLE_STATUSES.has(response.status))
      throw new Error(`the platform cannot be reached at ${url.split('?', 1)[0]}: ${response.status}`);
    return await toErrorStream(response);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    return buildErrorStream({ json: { message: error.message, code: UNAUTHORIZED } });
  }
}

/** tRPC's number for the code UNAUTHORIZED. */
const UNAUTHORIZED = -32001;

/** Converts an error of the platform to a stream of one event; returns other responses unchanged. */
async function toErrorStream(response: Response): Promise<Response> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isObject(body) && isObject(body.error) ? buildErrorStream(body.error) : response;
}

function buildErrorStream(error: object): Response {
  return new Response(`event: serialized-error\ndata: ${JSON.stringify(error)}\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Adds the token, or permits the cookie if there is none. */
function addCredentials(init: RequestInit, token: string | undefined): RequestInit {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return {
    ...init,
    headers,
    // A redirect would send patient data to another origin.
    redirect: 'error',
    // The platform rejects a cookie together with a token: they could belong to two accounts.
    credentials: token === undefined ? 'include' : 'omit',
  };
}

async function sendOnce(
  { fetch, timeoutMs }: SendOptions,
  { url, init, isStream }: OutgoingRequest,
  token: string | undefined,
): Promise<Response> {
  const { signal, clearTimer, detach } = createTimeLimit(timeoutMs, init.signal);
  let isOpen = false;
  try {
    const response = await fetch(url, { ...addCredentials(init, token), signal });
    isOpen = isStream === true && response.ok;
    if (isOpen) return response;
    const body = await response.text();
    return new Response(body || null, { status: response.status, headers: response.headers });
  } catch (error) {
    throw new Error(describeFailure(error, url), { cause: error });
  } finally {
    clearTimer();
    // The caller's signal must still end an open stream.
    if (!isOpen) detach();
  }
}

interface TimeLimit {
  readonly signal: AbortSignal;
  /** Removes the time limit. */
  readonly clearTimer: () => void;
  /** Stops listening to the caller's signal. */
  readonly detach: () => void;
}

/** Creates a signal that aborts on timeout or with the caller's signal. */
function createTimeLimit(timeoutMs: number, callerSignal: AbortSignal | null | undefined): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError'));
  }, timeoutMs);
  const abort = (): void => {
    controller.abort(callerSignal?.reason);
  };
  if (callerSignal?.aborted) abort();
  callerSignal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    clearTimer: () => {
      clearTimeout(timer);
    },
    detach: () => {
      callerSignal?.removeEventListener('abort', abort);
    },
  };
}

/** Returns whether the response, or one response of a batch, is a 401. */
async function isUnauthorized(response: Response): Promise<boolean> {
  if (response.status !== 207) return response.status === 401;
  const responses: unknown = await response.clone().json();
  return Array.isArray(responses) && responses.some((item: BatchItem) => readStatus(item) === 401);
}

interface BatchItem {
  readonly error?: { readonly json: { readonly data: { readonly httpStatus: number } } };
}

function readStatus({ error }: BatchItem): number | undefined {
  return error?.json.data.httpStatus;
}

/** Returns an exponential pause with jitter, at least `Retry-After` and at most 20 seconds. */
function calculatePauseMs(attempt: number, response: Response | undefined): number {
  const backoffMs = INITIAL_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
  const retryAfterMs = Number(response?.headers.get('retry-after')) * 1000;
  return Math.min(Math.max(backoffMs, retryAfterMs || 0), MAX_PAUSE_MS);
}

function wait(durationMs: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, durationMs);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}
