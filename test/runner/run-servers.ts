import { once } from 'node:events';
import { z } from 'zod';
import { publishServer } from '../support/database-server';

/** What `dev/test.mjs` sends to Jest. */
const started = z.union([z.object({ url: z.string() }), z.object({ problem: z.string() })]);

/**
 * The servers that a whole run shares: `npm test` starts them while Jest loads, and Jest without it starts its own.
 * @returns what stops them
 */
export async function shareTestServers(): Promise<() => Promise<void>> {
  if (process.env.TEST_SERVERS === 'started beside') {
    const [message] = (await once(process, 'message')) as unknown[];
    const server = started.parse(message);
    if ('problem' in server) throw new Error(server.problem);
    publishServer(server.url);
    // They end with `npm test`.
    return () => Promise.resolve();
  }
  const { startTestServers } = await import('./test-servers.js');
  const server = await startTestServers();
  publishServer(server.url);
  return () => server.stop();
}
