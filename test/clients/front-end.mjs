import { createTRPCClient, httpBatchLink, httpBatchStreamLink, httpLink } from '@trpc/client';
import superjson from 'superjson';

// Prints the outcome of a successful and a failed call over each link.
const url = `${process.argv[2]}/api/trpc`;
const outcomes = {};
for (const link of [httpLink, httpBatchLink, httpBatchStreamLink]) {
  const api = createTRPCClient({ links: [link({ url, transformer: superjson })] });
  const [list, me] = await Promise.allSettled([api.specialties.list.query(), api.auth.me.query()]);
  const { name, message, shape } = me.reason;
  outcomes[link.name] = {
    specialties: list.value?.length ?? String(list.reason),
    refusal: { name, message, shape },
  };
}
console.log(JSON.stringify(outcomes));
