import { createTRPCClient, httpBatchLink } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '../../../src/app-router';

/** Addresses longer than this are refused by some proxies; what does not fit goes in another request. */
const LONGEST_URL = 4_000;

/** The platform's own procedures; what is asked at the same moment goes in one request. */
export const api = createTRPCClient<AppRouter>({
  links: [httpBatchLink({ url: '/api/trpc', transformer: superjson, maxURLLength: LONGEST_URL })],
});
