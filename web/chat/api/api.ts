import { type TRPCLink, createTRPCClient, httpLink, splitLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../src/app-router';
import type { Locale } from '../../../src/shared/locale';
import { pageAccountHeader } from '../../shared/page-account';
import { plainJson } from '../../shared/plain-json';
import { eventLink } from './event-link';

const URL = '/api/trpc';

/** The field of a call's context that contains its idempotency key. */
const KEY = 'idempotencyKey';

interface ApiOptions {
  /** Sent as `Accept-Language`. */
  readonly locale: Locale;
  /** The page's account; null without one. The platform refuses a call if another account is signed in. Undefined: no such check. */
  readonly account?: string | null;
}

/**
 * Creates the tRPC client.
 * @param before links that every call passes first
 */
export function createApi({ locale, account }: ApiOptions, ...before: readonly TRPCLink<AppRouter>[]) {
  return createTRPCClient<AppRouter>({
    links: [
      ...before,
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: eventLink(URL),
        // Without batching: a batch waits for its slowest call, and a message must not wait for a list.
        false: httpLink({
          url: URL,
          transformer: plainJson,
          headers: ({ op: { context } }) => {
            const key = context[KEY];
            return {
              'accept-language': locale,
              ...(account !== undefined && pageAccountHeader(account)),
              ...(typeof key === 'string' && { 'idempotency-key': key }),
            };
          },
        }),
      }),
    ],
  });
}

/** Returns the options of a mutation that may be retried, but takes effect once. */
export function idempotent(key: string): { context: Record<string, unknown> } {
  return { context: { [KEY]: key } };
}

export type Api = ReturnType<typeof createApi>;

type Inputs = inferRouterInputs<AppRouter>['chatbot'];
type Outputs = inferRouterOutputs<AppRouter>['chatbot'];

export type ConversationEntry = Outputs['conversations']['data']['conversations'][number];
export type HistoryMessage = Outputs['history']['data']['messages'][number];
export type Rating = NonNullable<HistoryMessage['rating']>;
export type Reason = NonNullable<Rating['reason']>;
export type CompleteReply = Outputs['sendMessage'];
export type StartedReply = Outputs['startReply'];
export type SendInput = Inputs['startReply'];
type TrackedEvent = Outputs['reply'] extends AsyncIterable<infer Event> ? Event : never;

/** An event of a reply's stream. */
export type ReplyEvent = TrackedEvent['data'];
