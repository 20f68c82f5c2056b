import { once } from 'node:events';
import { z } from 'zod';
import { publishServer } from '../support/database-server';

/** What `dev/test.mjs` sends to Jest. */
const sent = z.union([z.object({ url: z.string() }), z.object({ problem: z.string() })]);

/**
 * The servers that a whole run shares: `npm test` starts them while Jest loads. Jest without it starts its own, and so does
 * each later run of `--watch`.
 * @returns what stops them
 */
export async function shareTestServers(): Promise<() => Promise<void>> {
  const areSent = process.env.TEST_SERVERS === 'sent by npm test';
  delete process.env.TEST_SERVERS;
  if (!areSent) {
    const { startTestServers } = await import('./test-servers.js');
    const server = await startTestServers();
    publishServer(server.url);
    return () => server.stop();
  }
  // Without `npm test` the servers are gone.
  process.once('disconnect', () => process.exit(1));
  const [message] = (await once(process, 'message')) as unknown[];
  // Waiting for that keeps no run from ending.
  process.channel?.unref();
  const server = sent.parse(message);
  if ('problem' in server) throw new Error(server.problem);
  publishServer(server.url);
  return () => Promise.resolve();
}
