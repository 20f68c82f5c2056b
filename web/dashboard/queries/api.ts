import { type TRPCLink, createTRPCClient, httpBatchLink, splitLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { isOtherAccount, pageAccountHeader } from '../../shared/page-account';
import { pageAccount } from './page-account';
import { queryLanguage } from './query-language';
import { plainJson } from '../../shared/plain-json';
import type { AppRouter } from '../../../src/app-router';

/** Some proxies refuse longer URLs; a batch that would exceed this is split into several requests. */
const MAX_URL_LENGTH = 4_000;

/** Calls of the same tick share one request. Names are in the language of the page. */
const batchLink = () =>
  httpBatchLink<AppRouter>({
    url: '/api/trpc',
    transformer: plainJson,
    maxURLLength: MAX_URL_LENGTH,
    headers: () => ({ 'accept-language': queryLanguage(), ...pageAccountHeader(pageAccount()?.id ?? null) }),
  });

/** Reports that the platform has refused a call because another account is signed in than that of the page. */
const accountLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => {
          observer.next(value);
        },
        error: (error) => {
          if (isOtherAccount(error)) pageAccount()?.onOtherAccount();
          observer.error(error);
        },
        complete: () => {
          observer.complete();
        },
      }),
    );

/** Routers with data of the account. */
const OF_ACCOUNT = ['auth.', 'views.'];

/** The tRPC client. The figures are requested apart from the account: a batch with data of a person is not compressed. */
export const api = createTRPCClient<AppRouter>({
  links: [
    accountLink,
    splitLink({
      condition: ({ path }) => OF_ACCOUNT.some((router) => path.startsWith(router)),
      true: batchLink(),
      false: batchLink(),
    }),
  ],
});

const TIMEOUT_MS = 30_000;

/** Returns the options of a call with a time limit: without one, a call on a silent connection would never end. */
export function withTimeLimit(): { readonly signal: AbortSignal } {
  return { signal: AbortSignal.timeout(TIMEOUT_MS) };
}
