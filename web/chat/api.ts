import { type TRPCLink, createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import superjson from 'superjson';
import type { AppRouter } from '../../src/app-router';
import type { Locale } from '../../src/shared/locale';

const URL = '/api/trpc';

/** Under which a call that is sent again works once: goes with a call as its `context`. */
const KEY = 'idempotencyKey';

/**
 * The platform's own procedures, as somebody calls them who reads a language.
 * @param before what every call goes through first
 */
export function apiIn(locale: Locale, ...before: readonly TRPCLink<AppRouter>[]) {
  return createTRPCClient<AppRouter>({
    links: [
      ...before,
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({ url: URL, transformer: superjson }),
        // One by one: a batch waits for its slowest call, and a message must not wait for a list.
        false: httpLink({
          url: URL,
          transformer: superjson,
          headers: ({ op: { context } }) => {
            const key = context[KEY];
            return {
              'accept-language': locale,
              ...(typeof key === 'string' && { 'idempotency-key': key }),
            };
          },
        }),
      }),
    ],
  });
}

/** For a call that changes something and may be sent again by whoever heard no answer. */
export function once(key: string): { context: Record<string, unknown> } {
  return { context: { [KEY]: key } };
}

export type Api = ReturnType<typeof apiIn>;

type Inputs = inferRouterInputs<AppRouter>['chatbot'];
type Outputs = inferRouterOutputs<AppRouter>['chatbot'];

export type ConversationEntry = Outputs['conversations']['data']['conversations'][number];
export type HistoryMessage = Outputs['history']['data']['messages'][number];
export type Rating = NonNullable<HistoryMessage['rating']>;
export type Reason = NonNullable<Rating['reason']>;
export type Answer = Outputs['sendMessage'];
export type BegunReply = Outputs['startReply'];
type TrackedEvent = Outputs['reply'] extends AsyncIterable<infer Event> ? Event : never;

/** What a reply's stream brings, one after the other. */
export type ReplyEvent = TrackedEvent['data'];
export type Question = Inputs['startReply'];
