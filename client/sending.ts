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

export type RequestHeaders = Readonly<Record<string, string>>;

/** One request, as tRPC's links make it. */
export interface OutgoingRequest {
  readonly url: string;
  readonly init: RequestInit;
  /** Whether it may be sent again where nobody knows if it arrived. */
  readonly repeatable: boolean;
  /** Whether it is answered as soon as the headers have come, unless with a refusal. */
  readonly isStream?: boolean;
}

/** What a proxy answers while the platform behind it cannot be reached, and the platform while it cannot work. */
const NO_ANSWER = new Set([502, 503, 504]);

/** The first call under the key is not done yet: its answer is given to who asks a moment later. */
const CALL_IN_PROGRESS = 409;

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 20_000;

/**
 * Sends a request with a token, again with another token where that one is refused, and again after a pause where there
 * is no answer. The answer has come as a whole, unless it is a stream: what is lost on the way is lost before it returns.
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

/**
 * Opens a stream as `send` sends what may be repeated. Whoever reads it comes back where this throws. A refusal is told as an
 * event: an `EventSource` shows nothing of an answer with another status.
 */
export async function open(
  sending: Sending,
  { url, init, headers }: Pick<OutgoingRequest, 'url' | 'init'> & { headers: () => Promise<RequestHeaders> },
): Promise<Response> {
  const all = new Headers(await headers());
  new Headers(init.headers).forEach((value, name) => {
    all.set(name, value);
  });
  // To who asks for events the platform tells a refused token as one, with status 200.
  all.set('accept', '*/*');
  const request = { url, init: { ...init, headers: all }, repeatable: true, isStream: true };
  try {
    const response = await send(sending, request);
    if (response.ok) return response;
    if (NO_ANSWER.has(response.status)) throw new Error(`the platform cannot be reached: ${response.status}`);
    return await asEvents(response);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    return failedEvents({ json: { message: error.message, code: UNAUTHORIZED } });
  }
}

/** The number that tRPC gives the code. */
const UNAUTHORIZED = -32001;

/** A refusal of the platform's as the one event of a stream; what somebody else answers as it is. */
async function asEvents(response: Response): Promise<Response> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isObject(body) && isObject(body.error) ? failedEvents(body.error) : response;
}

function failedEvents(error: object): Response {
  return new Response(`event: serialized-error\ndata: ${JSON.stringify(error)}\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
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
  { url, init, isStream }: OutgoingRequest,
  token: string | undefined,
): Promise<Response> {
  const { signal, lift, done } = limited(timeoutMs, init.signal);
  let isOpen = false;
  try {
    const response = await fetch(url, { ...identified(init, token), signal });
    isOpen = isStream === true && response.ok;
    if (isOpen) return response;
    const body = await response.text();
    return new Response(body || null, { status: response.status, headers: response.headers });
  } finally {
    lift();
    // The caller's own signal ends a stream that is open.
    if (!isOpen) done();
  }
}

interface Limit {
  readonly signal: AbortSignal;
  /** From then on there is no limit of time. */
  readonly lift: () => void;
  /** From then on the caller's signal does nothing. */
  readonly done: () => void;
}

/** A signal that ends when the caller's own does or when the time is over. */
function limited(timeoutMs: number, outer: AbortSignal | null | undefined): Limit {
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
    lift: () => {
      clearTimeout(timer);
    },
    done: () => {
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
