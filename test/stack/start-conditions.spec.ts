import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { type TestDatabase, createDatabase } from '../support/database';
import { CheckoutCopy } from './checkout-copy';

const START = [process.execPath, 'dev/start.mjs'] as const;
const DEMO_DATA = [process.execPath, 'dev/run.mjs', 'dist/dev/commands/demo-data.js'] as const;

describe('before anything is started', () => {
  let copy: CheckoutCopy;

  beforeAll(async () => {
    copy = await CheckoutCopy.create();
  });

  afterAll(async () => {
    await copy.remove();
  });

  const takePort = async (port: string): Promise<Server> => {
    const server = createServer().listen(Number(port), '127.0.0.1');
    await once(server, 'listening');
    return server;
  };

  it.each(['PORT', 'PORTAL_PORT'] as const)(
    'a taken port is named, and %s as what changes it',
    async (variable) => {
      const server = await takePort(copy.ports[variable]);
      try {
        const { code, stdout, stderr } = await copy.run(START);
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
        expect(stderr).toContain(`Port ${copy.ports[variable]} is taken`);
        expect(stderr).toMatch(new RegExp(`\\b${variable}=\\d+ npm start`));
      } finally {
        server.close();
      }
      expect(copy.processes()).toEqual([]);
      expect(copy.hasEmbeddedData()).toBe(false);
    },
  );

  it('production lists every setting that is missing, and embeds nothing', async () => {
    const { code, stdout, stderr } = await copy.run(START, { NODE_ENV: 'production', PORT: 'eighty' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'OAUTH_ISSUER',
      'OAUTH_CLIENT_ID',
      'PUBLIC_URL',
      'CHATBOT_PROVIDER',
    ])
      expect(stderr).toMatch(new RegExp(`^ +${name}: `, 'm'));
    expect(copy.processes()).toEqual([]);
    expect(copy.hasEmbeddedData()).toBe(false);
  });

  it('settings that are wrong are listed together, outside production too', async () => {
    const { code, stderr } = await copy.run(START, { LOG_LEVEL: 'loud', SESSION_IDLE_MINUTES: 'ten' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ +LOG_LEVEL: /m);
    expect(stderr).toMatch(/^ +SESSION_IDLE_MINUTES: /m);
    expect(copy.hasEmbeddedData()).toBe(false);
  });

  it.each([
    ['DATABASE_URL', { DATABASE_URL: 'postgres://127.0.0.1:1/somebodys' }],
    ['NODE_ENV', { NODE_ENV: 'production' }],
  ])('synthetic data is refused where %s means another database', async (name, variables) => {
    const { code, stdout, stderr } = await copy.run(DEMO_DATA, variables);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('embedded database only');
    expect(stderr).toContain(name);
    expect(copy.hasEmbeddedData()).toBe(false);
  });
});

describe('with DATABASE_URL set', () => {
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

  it('no PostgreSQL is started, and no synthetic data is taken', async () => {
    const stack = await copy.start(START, { DATABASE_URL: database.url });
    expect(stack.databaseUrl).toBeNull();
    const answer = await fetch(`${stack.baseUrl}/readyz`);
    expect(answer.status).toBe(200);
    expect(copy.hasEmbeddedData()).toBe(false);
    expect(copy.processes()).toEqual([stack.pid]);
    const { code, stderr } = await copy.run(DEMO_DATA);
    expect(code).toBe(1);
    expect(stderr).toContain('embedded one only');
    stack.launcher.interrupt();
    await stack.launcher.end();
    expect(await copy.remainingProcesses()).toEqual([]);
  });
});
