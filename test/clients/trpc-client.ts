import {
  type TRPCClient,
  type TRPCClientError,
  createTRPCClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  isTRPCClientError,
} from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '../../src/app-router';

export const LINKS = ['httpLink', 'httpBatchLink', 'httpBatchStreamLink'] as const;

export type LinkName = (typeof LINKS)[number];

interface Connection {
  readonly origin: string;
  /** `Cookie` header. */
  readonly cookie?: string;
  /** Sends queries by POST. */
  readonly methodOverride?: 'POST';
  /** Header with which the streaming link requests a stream. */
  readonly streamHeader?: 'trpc-accept' | 'accept';
}

/** A response as the client received it. */
export interface RecordedResponse {
  readonly method: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A tRPC client that records its responses. */
export interface RecordedClient {
  readonly api: TRPCClient<AppRouter>;
  readonly responses: readonly RecordedResponse[];
}

/** Creates a client with one of tRPC's links. */
export function createClient(link: LinkName, connection: Connection): RecordedClient {
  const { origin, cookie, methodOverride, streamHeader } = connection;
  const responses: RecordedResponse[] = [];
  const options = {
    url: `${origin}/api/trpc`,
    transformer: superjson,
    headers: cookie === undefined ? {} : { cookie },
    ...(methodOverride && { methodOverride }),
    fetch: async (url: URL | string, init?: object): Promise<Response> => {
      const response = await fetch(url, init);
      const method = init && 'method' in init ? String(init.method) : 'GET';
      const { status, headers } = response;
      responses.push({ method, status, headers, body: await response.clone().text() });
      return response;
    },
  };
  const links = {
    httpLink: () => httpLink<AppRouter>(options),
    httpBatchLink: () => httpBatchLink<AppRouter>(options),
    httpBatchStreamLink: () =>
      httpBatchStreamLink<AppRouter>({ ...options, ...(streamHeader && { streamHeader }) }),
  };
  return { api: createTRPCClient<AppRouter>({ links: [links[link]()] }), responses };
}

/** Returns the error of a failed call; throws if it is not a TRPCClientError. */
export async function catchError(call: Promise<unknown>): Promise<TRPCClientError<AppRouter>> {
  const reason: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isTRPCClientError<AppRouter>(reason))
    throw new Error(`expected a TRPCClientError, not ${String(reason)}`);
  return reason;
}
