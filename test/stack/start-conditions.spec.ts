import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { type TestDatabase, createDatabase } from '../support/database';
import { CheckoutCopy } from './checkout-copy';

const START = [process.execPath, 'dev/start.mjs'] as const;
const DEMO_DATA = [process.execPath, 'dev/run.mjs', 'dist/dev/commands/demo-data.js'] as const;

describe('npm start, before it starts any part', () => {
  const copy = CheckoutCopy.forSuite();

  const takePort = async (port: string): Promise<Server> => {
    const server = createServer().listen(Number(port), '127.0.0.1');
    await once(server, 'listening');
    return server;
  };

  it.each(['PORT', 'PORTAL_PORT'] as const)(
    'reports a taken port and that %s changes it',
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

  it('lists every missing setting in production, and embeds nothing', async () => {
    const { code, stdout, stderr } = await copy.run(START, { NODE_ENV: 'production', PORT: 'eighty' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const missing = ['DATABASE_URL', 'OAUTH_ISSUER', 'OAUTH_CLIENT_ID', 'PUBLIC_URL', 'CHATBOT_PROVIDER'];
    for (const name of ['PORT', ...missing]) expect(stderr).toMatch(new RegExp(`^ +${name}: `, 'm'));
    expect(copy.processes()).toEqual([]);
    expect(copy.hasEmbeddedData()).toBe(false);
  });

  it('lists all wrong settings outside production', async () => {
    const { code, stderr } = await copy.run(START, { LOG_LEVEL: 'loud', SESSION_IDLE_MINUTES: 'ten' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ +LOG_LEVEL: /m);
    expect(stderr).toMatch(/^ +SESSION_IDLE_MINUTES: /m);
    expect(copy.hasEmbeddedData()).toBe(false);
  });

  it.each([
    ['DATABASE_URL', { DATABASE_URL: 'postgres://127.0.0.1:1/somebodys' }],
    ['NODE_ENV', { NODE_ENV: 'production' }],
  ])('refuses synthetic data if %s excludes the embedded database', async (name, variables) => {
    const { code, stdout, stderr } = await copy.run(DEMO_DATA, variables);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('embedded database only');
    expect(stderr).toContain(name);
    expect(copy.hasEmbeddedData()).toBe(false);
  });
});

describe('npm start with DATABASE_URL', () => {
  const copy = CheckoutCopy.forSuite();
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createDatabase();
  });

  afterAll(() => database.drop());

  it('starts no PostgreSQL and refuses synthetic data', async () => {
    const stack = await copy.start(START, { DATABASE_URL: database.url });
    expect(stack.databaseUrl).toBeNull();
    const response = await fetch(`${stack.baseUrl}/readyz`);
    expect(response.status).toBe(200);
    expect(copy.hasEmbeddedData()).toBe(false);
    expect(copy.processes()).toEqual([stack.pid]);
    const { code, stderr } = await copy.run(DEMO_DATA);
    expect(code).toBe(1);
    expect(stderr).toContain('embedded one only');
    await copy.stop(stack);
  });
});
