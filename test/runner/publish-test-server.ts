import { once } from 'node:events';
import { z } from 'zod';
import { publishServer } from '../support/database-server';

/** The message of `dev/test.mjs`. */
const messageSchema = z.union([z.object({ url: z.string() }), z.object({ problem: z.string() })]);

/**
 * Publishes the address of this run's PostgreSQL. `npm test` starts it while Jest loads; Jest without `npm test`, and each
 * later run of `--watch`, starts its own.
 * @returns a function that stops the server
 */
export async function publishTestServer(): Promise<() => Promise<void>> {
  const isSent = process.env.TEST_SERVERS === 'sent by npm test';
  delete process.env.TEST_SERVERS;
  if (!isSent) {
    const { startTestServer } = await import('./test-server.js');
    const server = await startTestServer();
    publishServer(server.ownerUrl);
    return () => server.stop();
  }
  // The server ends with `npm test`.
  process.once('disconnect', () => process.exit(1));
  const [message] = (await once(process, 'message')) as unknown[];
  // The channel must not keep Jest alive.
  process.channel?.unref();
  const result = messageSchema.parse(message);
  if ('problem' in result) throw new Error(result.problem);
  publishServer(result.url);
  return () => Promise.resolve();
}
