import { createTRPCClient, httpBatchLink } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '../../../src/app-router';

/** Some proxies refuse longer URLs; a batch that would exceed this is split into several requests. */
const MAX_URL_LENGTH = 4_000;

/** The tRPC client. Calls of the same tick share one request. */
export const api = createTRPCClient<AppRouter>({
  links: [httpBatchLink({ url: '/api/trpc', transformer: superjson, maxURLLength: MAX_URL_LENGTH })],
});
