import { TokenError, type TokenSource } from './token-source';

/** How requests are sent. */
export interface Sending {
  readonly token: TokenSource | undefined;
  readonly fetch: typeof fetch;
  /** For one attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** Further attempts where there was no answer. */
  readonly retries: number;
  readonly onUnauthorized: (() => void) | undefined;
}

/** One request, as tRPC's links make it. */
export interface OutgoingRequest {
  readonly url: string;
  readonly init: RequestInit;
  /** Whether it may be sent again where nobody knows if it arrived. */
  readonly repeatable: boolean;
}

/** What a proxy answers while the platform behind it cannot be reached, and the platform while it cannot work. */
const NO_ANSWER = new Set([502, 503, 504]);

/** The first call under the key is not done yet: its answer is given to who asks a moment later. */
const CALL_IN_PROGRESS = 409;

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 20_000;

/**
 * Sends a request with a token, again with another token where that one is refused, and again after a pause where there
 * is no answer. The answer has come as a whole: what is lost on the way is lost before it returns.
 * @throws TokenError where there is no token; the failure of the last attempt; the reason of the caller's own signal
 */
export async function send(sending: Sending, request: OutgoingRequest): Promise<Response> {
  const attempts = request.repeatable ? sending.retries + 1 : 1;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptOnce(sending, request).catch((error: unknown) => {
      request.init.signal?.throwIfAborted();
      if (error instanceof TokenError || attempt >= attempts) throw error;
      return undefined;
    });
    if (outcome && (!isToBeRepeated(outcome) || attempt >= attempts)) {
      if (sending.onUnauthorized && (await isUnauthorized(outcome))) sending.onUnauthorized();
      return outcome;
    }
    await pause(pauseBefore(attempt, outcome), request.init.signal);
  }
}

function isToBeRepeated({ status, headers }: Response): boolean {
  return NO_ANSWER.has(status) || (status === CALL_IN_PROGRESS && headers.has('retry-after'));
}

async function attemptOnce(sending: Sending, request: OutgoingRequest): Promise<Response> {
  const token = await sending.token?.();
  const response = await exchange(sending, request, token);
  if (response.status !== 401 || sending.token === undefined) return response;
  const other = await sending.token(token);
  return other === token ? response : exchange(sending, request, other);
}

/** Opens an answer that has no end yet: a stream. Its reader asks again where it is cut off. */
export async function open(
  { fetch, token }: Sending,
  { url, init, headers }: Pick<OutgoingRequest, 'url' | 'init'> & { headers: () => Promise<Readonly<Record<string, string>>> },
): Promise<Response> {
  const all = new Headers(await headers());
  new Headers(init.headers).forEach((value, name) => {
    all.set(name, value);
  });
  return fetch(url, identified({ ...init, headers: all }, await token?.()));
}

/** A request with what says who sends it. */
function identified(init: RequestInit, token: string | undefined): RequestInit {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return {
    ...init,
    headers,
    // To another origin it would carry patients.
    redirect: 'error',
    // Cookie and token together are refused, since they might be two accounts.
    credentials: token === undefined ? 'include' : 'omit',
  };
}

async function exchange(
  { fetch, timeoutMs }: Sending,
  { url, init }: OutgoingRequest,
  token: string | undefined,
): Promise<Response> {
  const { signal, done } = limited(timeoutMs, init.signal);
  try {
    const response = await fetch(url, { ...identified(init, token), signal });
    const body = await response.text();
    return new Response(body || null, { status: response.status, headers: response.headers });
  } finally {
    done();
  }
}

/** A signal that ends when the caller's own does or when the time is over. */
function limited(
  timeoutMs: number,
  outer: AbortSignal | null | undefined,
): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError'));
  }, timeoutMs);
  const abort = (): void => {
    controller.abort(outer?.reason);
  };
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    done: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}

/** True where the answer, or one of a batch's, says that nobody is signed in. */
async function isUnauthorized(response: Response): Promise<boolean> {
  if (response.status !== 207) return response.status === 401;
  const answers: unknown = await response.clone().json();
  return Array.isArray(answers) && answers.some((answer: BatchedAnswer) => statusOf(answer) === 401);
}

interface BatchedAnswer {
  readonly error?: { readonly json: { readonly data: { readonly httpStatus: number } } };
}

function statusOf({ error }: BatchedAnswer): number | undefined {
  return error?.json.data.httpStatus;
}

/** Longer each time, and not the same for everybody; at least as long as the answer says. */
function pauseBefore(attempt: number, response: Response | undefined): number {
  const grown = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
  const asked = Number(response?.headers.get('retry-after')) * 1000;
  return Math.min(Math.max(grown, asked || 0), LONGEST_PAUSE_MS);
}

function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}
