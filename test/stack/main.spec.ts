import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type TestDatabase, createDatabase } from '../support/database';
import { CheckoutCopy } from './checkout-copy';
import type { Program } from './program';

const MAIN = [process.execPath, 'dist/src/main.js'] as const;

describe('the process as production runs it', () => {
  let copy: CheckoutCopy;
  let database: TestDatabase;

  beforeAll(async () => {
    copy = await CheckoutCopy.create();
    database = await createDatabase();
  });

  afterAll(async () => {
    await copy.remove();
    await database.drop();
  });

  const start = async (variables: Record<string, string> = {}): Promise<Program> => {
    const program = copy.launch(MAIN, {
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      PUBLIC_URL: 'https://health.example.org',
      DATABASE_URL: database.url,
      OAUTH_ISSUER: 'https://portal.example.org',
      OAUTH_CLIENT_ID: 'health-platform',
      CHATBOT_PROVIDER: 'offline',
      ...variables,
    });
    // It says that it has started a moment before it listens.
    await program.hasWritten('Nest application successfully started');
    while ((await ready('127.0.0.1').catch(() => 0)) !== 200) await setTimeout(50);
    return program;
  };

  const ready = async (host: string): Promise<number> =>
    (await fetch(`http://${host}:${copy.ports.PORT}/readyz`)).status;

  /** A connection that is open, and has sent so much. */
  const connection = async (text: string): Promise<Socket> => {
    const socket = connect(Number(copy.ports.PORT), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    if (text !== '') socket.write(text);
    return socket;
  };

  it.each([
    ['no connection', undefined],
    ['a connection on which nothing was sent', ''],
    [
      'half of a body',
      'POST /api/trpc/auth.logout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    ],
    ['half of some headers', 'GET /livez HTTP/1.1\r\nHost: localhost\r\nX-'],
  ])('ends on SIGTERM with %s', async (_name, text) => {
    const program = await start();
    const socket = text === undefined ? undefined : await connection(text);
    program.terminate();
    await program.end();
    socket?.destroy();
  });

  it('listens where HOST says, and nowhere else', async () => {
    const program = await start({ HOST: '127.0.0.1' });
    await expect(ready('127.0.0.2')).rejects.toThrow('fetch failed');
    program.terminate();
    await program.end();
  });
});
