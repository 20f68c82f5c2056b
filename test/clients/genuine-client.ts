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
  /** Value of the `Cookie` header. */
  readonly cookie?: string;
  /** Sends queries by POST too. */
  readonly methodOverride?: 'POST';
  /** Name of the header by which the streaming link asks for a stream. */
  readonly streamHeader?: 'trpc-accept' | 'accept';
}

/** What one request of a client was answered with, before the client read it. */
export interface Answered {
  readonly method: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A client as a TypeScript front end has it, and the answers that it was given. */
export interface GenuineClient {
  readonly api: TRPCClient<AppRouter>;
  readonly answers: readonly Answered[];
}

/** A genuine client over one of tRPC's own links. */
export function clientOver(link: LinkName, connection: Connection): GenuineClient {
  const { origin, cookie, methodOverride, streamHeader } = connection;
  const answers: Answered[] = [];
  const options = {
    url: `${origin}/api/trpc`,
    transformer: superjson,
    headers: cookie === undefined ? {} : { cookie },
    ...(methodOverride && { methodOverride }),
    fetch: async (url: URL | string, init?: object): Promise<Response> => {
      const response = await fetch(url, init);
      const method = init && 'method' in init ? String(init.method) : 'GET';
      const { status, headers } = response;
      const body = await response.clone().text();
      answers.push({ method, status, headers, body });
      // Jest gives a test file globals of its own, and superjson takes no object of another's for a plain one.
      return Object.assign(response, { json: () => Promise.resolve(JSON.parse(body) as unknown) });
    },
  };
  const links = {
    httpLink: () => httpLink<AppRouter>(options),
    httpBatchLink: () => httpBatchLink<AppRouter>(options),
    httpBatchStreamLink: () =>
      httpBatchStreamLink<AppRouter>({ ...options, ...(streamHeader && { streamHeader }) }),
  };
  return { api: createTRPCClient<AppRouter>({ links: [links[link]()] }), answers };
}

/** The error that a call ends with; every failure of a call must reach the program as one of tRPC's own. */
export async function refusalOf(call: Promise<unknown>): Promise<TRPCClientError<AppRouter>> {
  const reason: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isTRPCClientError<AppRouter>(reason)) throw new Error(`expected a refusal, not ${String(reason)}`);
  return reason;
}
