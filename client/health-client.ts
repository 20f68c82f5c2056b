import {
  type Operation,
  type TRPCClient,
  TRPCClientError,
  type TRPCLink,
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
} from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { deserialize, serialize } from 'superjson';
import type { AppRouter } from './app-router';
import { type RequestHeaders, type SendOptions, openStream, send } from './sending';
import type { TokenSource } from './token-source';

/** The procedures of the platform: `client.consultations.record.mutate({…})`. */
export type HealthClient = TRPCClient<AppRouter>;

/** Constructor options of an `EventSource`. */
export interface EventSourceSettings {
  readonly withCredentials?: boolean;
  readonly fetch?: (to: string | URL, init: RequestInit) => Promise<Response>;
}

/** A class that is compatible with the `EventSource` of browsers. */
export type EventSourceClass = new (
  url: string,
  settings?: EventSourceSettings,
) => {
  readonly CLOSED: number;
  readonly CONNECTING: number;
  readonly OPEN: number;
  readonly readyState: number;
  addEventListener(type: string, listener: (event: object) => void): void;
  removeEventListener(type: string, listener: (event: object) => void): void;
  close(): void;
};

export interface HealthClientOptions {
  /** URL of the platform: `https://health.example.org`. A URL that ends in `/api/trpc` is accepted too. */
  readonly baseUrl: string;
  /** Access token or its source. If absent, the browser's session cookie is sent. */
  readonly token?: string | TokenSource;
  /** Headers of every request, or a function that returns them for each request. */
  readonly headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>);
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /**
   * Replaces the global `EventSource` for subscriptions. Needed in Node, which has none, and with a token, which the
   * global one cannot send: use the one of the package `eventsource`.
   */
  readonly EventSource?: EventSourceClass;
  /** Called when a request fails with 401 and another token does not help. Redirect to the login here. */
  readonly onUnauthorized?: () => void;
  /** Time limit of one attempt in milliseconds; default 30,000. */
  readonly timeoutMs?: number;
  /** Retries after no response (lost connection, timeout, 502, 503, 504); default 2. */
  readonly retries?: number;
}

/** Options in the `context` of a call. */
export interface CallContext {
  /**
   * Key of 1 to 255 characters under which a mutation takes effect once within 24 hours. If absent, a client with a
   * token generates a key per mutation; a client without a token does not retry it. For an anonymous caller, only a random
   * UUID (version 4) counts, and only for `chatbot.sendMessage` and `chatbot.startReply`: give no other key, because the
   * client would retry the call and it could take effect twice.
   */
  readonly idempotencyKey?: string;
}

const TRPC_PATH = '/api/trpc';

/** The platform rejects larger batches. */
const MAX_BATCH_SIZE = 50;

const transformer = { serialize, deserialize };

/**
 * Creates a client of the platform. Concurrent queries share one POST request, so that no URL contains their input.
 * @throws TRPCClientError (from a call) with the documented code in `data.code`
 */
export function createHealthClient(options: HealthClientOptions): HealthClient {
  const { headers = {}, token } = options;
  const url = buildUrl(options.baseUrl);
  const sendOptions: SendOptions = {
    token: typeof token === 'string' ? () => token : token,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 2,
    onUnauthorized: options.onUnauthorized,
  };
  const resolveHeaders = async (): Promise<RequestHeaders> =>
    typeof headers === 'function' ? headers() : headers;
  const unaryLink = splitLink<AppRouter>({
    condition: ({ type }) => type === 'query',
    true: httpBatchLink({
      url,
      transformer,
      methodOverride: 'POST',
      maxItems: MAX_BATCH_SIZE,
      headers: resolveHeaders,
      fetch: (to, init) => send(sendOptions, { url: toUrlString(to), init: init ?? {}, isRetryable: true }),
    }),
    false: httpLink({
      url,
      transformer,
      headers: async ({ op }) => addIdempotencyKey(await resolveHeaders(), op, token !== undefined),
      fetch: (to, init) => {
        const isRetryable = new Headers(init?.headers).has(KEY_HEADER);
        return send(sendOptions, { url: toUrlString(to), init: init ?? {}, isRetryable });
      },
    }),
  });
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: canSubscribe(options)
          ? httpSubscriptionLink({
              url,
              transformer,
              EventSource: options.EventSource ?? globalThis.EventSource,
              // The global `EventSource` sends the cookie; one that accepts a `fetch` sends the token.
              eventSourceOptions: () => ({
                withCredentials: token === undefined,
                fetch: (to: string | URL, init: RequestInit) =>
                  openStream(sendOptions, { url: toUrlString(to), init, resolveHeaders }),
              }),
            })
          : missingEventSourceLink,
        false: unaryLink,
      }),
    ],
  });
}

/** Returns whether an `EventSource` is available; the global one cannot send a token. */
function canSubscribe({ EventSource, token }: HealthClientOptions): boolean {
  return EventSource !== undefined || (token === undefined && 'EventSource' in globalThis);
}

const missingEventSourceLink: TRPCLink<AppRouter> = () => () =>
  observable((observer) => {
    const message = 'to subscribe, give the client the EventSource of the package eventsource, version 4';
    observer.error(TRPCClientError.from(new Error(message)));
  });

const KEY_HEADER = 'idempotency-key';

/**
 * @param canGenerate whether to generate a missing key: only with a token, because without one the caller may be anonymous,
 * and the platform ignores most keys of anonymous callers
 */
function addIdempotencyKey(
  requestHeaders: RequestHeaders,
  { context }: Operation,
  canGenerate: boolean,
): RequestHeaders {
  // Header names are case-insensitive.
  const headers = new Headers(requestHeaders);
  const { idempotencyKey } = context;
  if (typeof idempotencyKey === 'string') headers.set(KEY_HEADER, idempotencyKey);
  else if (canGenerate && !headers.has(KEY_HEADER)) headers.set(KEY_HEADER, generateKey());
  return Object.fromEntries(headers);
}

/** Generates 128 random bits as hex. `crypto.randomUUID` needs a secure context. */
function generateKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function buildUrl(baseUrl: string): string {
  const trimmed = baseUrl.replace(/\/+$/, '');
  return trimmed.endsWith(TRPC_PATH) ? trimmed : trimmed + TRPC_PATH;
}

function toUrlString(url: string | URL | Request): string {
  return typeof url === 'string' ? url : 'href' in url ? url.href : url.url;
}
