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
import { type RequestHeaders, type Sending, open, send } from './sending';
import type { TokenSource } from './token-source';

/** The procedures of the platform: `client.consultations.record.mutate({…})`. */
export type HealthClient = TRPCClient<AppRouter>;

/** What an `EventSource` is made with. */
export interface EventSourceSettings {
  readonly withCredentials?: boolean;
  readonly fetch?: (to: string | URL, init: RequestInit) => Promise<Response>;
}

/** A class as the `EventSource` of browsers. */
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
  /** Where the platform is, `https://health.example.org`; its `base_url`, which ends in `/api/trpc`, is understood too. */
  readonly baseUrl: string;
  /** Access token of a server, or where one comes from. Without it a browser's session cookie is sent. */
  readonly token?: string | TokenSource;
  /** Headers of every request, or a function that is asked for them each time. */
  readonly headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>);
  /** The `fetch` to use, if not the global one. */
  readonly fetch?: typeof fetch;
  /**
   * The `EventSource` by which subscriptions are read, if not the global one: Node has none of its own. Where a token is
   * given it has to be one that takes a `fetch`, such as that of the package `eventsource`.
   */
  readonly EventSource?: EventSourceClass;
  /** Called when a request ends with 401, which no other token has helped: here is where to send people to log in. */
  readonly onUnauthorized?: () => void;
  /** Time for one attempt, in milliseconds; 30,000 when absent. */
  readonly timeoutMs?: number;
  /** Further attempts where there was no answer (connection lost, time over, 502, 503, 504); 2 when absent. */
  readonly retries?: number;
}

/** What may be given in the `context` of a call. */
export interface CallContext {
  /**
   * Name of one intention of yours, 1 to 255 characters: however often a mutation is sent under it within 24 hours, it works once. Without
   * it, a mutation has one of its own where the client has a token, and is never sent twice where it has none.
   */
  readonly idempotencyKey?: string;
}

const PATH = '/api/trpc';

/** The platform takes no more calls in one request. */
const MOST_CALLS = 50;

const transformer = { serialize, deserialize };

/**
 * A client of the platform. Queries of one moment go in one request, always by POST: no input stands in a URL.
 * Calls end with a `TRPCClientError`, whose `data.code` is the documented code.
 */
export function createHealthClient(options: HealthClientOptions): HealthClient {
  const { headers = {}, token } = options;
  const url = urlOf(options.baseUrl);
  const sending: Sending = {
    token: typeof token === 'string' ? () => token : token,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 2,
    onUnauthorized: options.onUnauthorized,
  };
  const given = async (): Promise<RequestHeaders> => (typeof headers === 'function' ? headers() : headers);
  const unary = splitLink<AppRouter>({
    condition: ({ type }) => type === 'query',
    true: httpBatchLink({
      url,
      transformer,
      methodOverride: 'POST',
      maxItems: MOST_CALLS,
      headers: given,
      fetch: (to, init) => send(sending, { url: textOf(to), init: init ?? {}, repeatable: true }),
    }),
    false: httpLink({
      url,
      transformer,
      headers: async ({ op }) => withKey(await given(), op, token !== undefined),
      fetch: (to, init) => {
        const repeatable = new Headers(init?.headers).has(KEY_HEADER);
        return send(sending, { url: textOf(to), init: init ?? {}, repeatable });
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
              eventSourceOptions: () => eventSourceOptions(sending, given),
            })
          : noEventSource,
        false: unary,
      }),
    ],
  });
}

/** The global `EventSource` takes no `fetch`, and so no token. */
function canSubscribe({ EventSource, token }: HealthClientOptions): boolean {
  return EventSource !== undefined || (token === undefined && 'EventSource' in globalThis);
}

const noEventSource: TRPCLink<AppRouter> = () => () =>
  observable((observer) => {
    const needed = 'to subscribe, give the client the EventSource of the package eventsource, version 4';
    observer.error(TRPCClientError.from(new Error(needed)));
  });

/** A browser's `EventSource` sends the cookie; one that takes a `fetch` sends what every other request has. */
function eventSourceOptions(sending: Sending, given: () => Promise<RequestHeaders>): EventSourceSettings {
  return {
    withCredentials: sending.token === undefined,
    fetch: (to, init) => open(sending, { url: textOf(to), init, headers: given }),
  };
}

const KEY_HEADER = 'idempotency-key';

/** @param always whether a call that names no key is given one: the platform keeps no answers for who is not signed in */
function withKey(given: RequestHeaders, { context }: Operation, always: boolean): RequestHeaders {
  // Reads names as HTTP does, whatever their case.
  const headers = new Headers(given);
  const { idempotencyKey } = context;
  if (typeof idempotencyKey === 'string') headers.set(KEY_HEADER, idempotencyKey);
  else if (always && !headers.has(KEY_HEADER)) headers.set(KEY_HEADER, randomKey());
  return Object.fromEntries(headers);
}

/** Not by `crypto.randomUUID`, which pages without https do not have. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function urlOf(baseUrl: string): string {
  const trimmed = baseUrl.replace(/\/+$/, '');
  return trimmed.endsWith(PATH) ? trimmed : trimmed + PATH;
}

function textOf(url: string | URL | Request): string {
  return typeof url === 'string' ? url : 'href' in url ? url.href : url.url;
}
