import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type TestDatabase, createDatabase } from '../support/database';
import { CheckoutCopy } from './checkout-copy';
import type { Program } from './program';

const MAIN = [process.execPath, 'dist/src/main.js'] as const;

describe('dist/src/main.js in production', () => {
  const copy = CheckoutCopy.forSuite();
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createDatabase();
  });

  afterAll(() => database.drop());

  const settings = () => ({
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'https://health.example.org',
    DATABASE_URL: database.url,
    OAUTH_ISSUER: 'https://portal.example.org',
    OAUTH_CLIENT_ID: 'health-platform',
    CHATBOT_PROVIDER: 'offline',
  });

  const start = async (variables: Record<string, string> = {}): Promise<Program> => {
    const program = copy.launch(MAIN, { ...settings(), ...variables });
    // It logs this line shortly before it listens.
    await program.waitForOutput('Nest application successfully started');
    while ((await fetchReadiness('127.0.0.1').catch(() => 0)) !== 200) await setTimeout(50);
    return program;
  };

  const fetchReadiness = async (host: string): Promise<number> =>
    (await fetch(`http://${host}:${copy.ports.PORT}/readyz`)).status;

  /** Opens a connection and sends the text. */
  const openConnection = async (text: string): Promise<Socket> => {
    const socket = connect(Number(copy.ports.PORT), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    if (text !== '') socket.write(text);
    return socket;
  };

  it.each([
    ['no connection', undefined],
    ['an idle connection', ''],
    [
      'half of a body',
      'POST /api/trpc/auth.logout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    ],
    ['half of some headers', 'GET /livez HTTP/1.1\r\nHost: localhost\r\nX-'],
  ])('ends on SIGTERM with %s', async (_name, text) => {
    const program = await start();
    const socket = text === undefined ? undefined : await openConnection(text);
    program.terminate();
    await program.end();
    socket?.destroy();
  });

  it('does not start with addresses on http and an example secret, and names them', async () => {
    const unsafe = {
      PUBLIC_URL: 'http://health.example.org',
      OAUTH_ISSUER: 'http://portal.example.org',
      OAUTH_CLIENT_SECRET: 'health-platform-demo',
    };
    const { code, stderr } = await copy.run(MAIN, { ...settings(), ...unsafe });
    expect(code).toBe(1);
    for (const name of Object.keys(unsafe)) expect(stderr).toMatch(new RegExp(`^ +${name}: `, 'm'));
  });

  it('does not start with the role of a superuser, and names it', async () => {
    const { username } = new URL(database.ownerUrl);
    const { code, stderr } = await copy.run(MAIN, { ...settings(), DATABASE_URL: database.ownerUrl });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`DATABASE_URL: the role "${username}" has the rights of`) as unknown,
    });
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('listens only on the address in HOST', async () => {
    const program = await start({ HOST: '127.0.0.1' });
    await expect(fetchReadiness('127.0.0.2')).rejects.toThrow('fetch failed');
    program.terminate();
    await program.end();
  });
});
