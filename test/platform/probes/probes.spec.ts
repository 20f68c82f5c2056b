import { Client } from 'pg';
import request from 'supertest';
import { readDatabaseSettings } from '../../../src/platform/config/environment';
import { installedMigrations } from '../../../src/platform/database/data-source';
import { migrate } from '../../../src/platform/database/migrations';
import { type TestDatabase, createDatabase } from '../../support/database';
import { serverUrl } from '../../support/database-server';
import { type Platform, startPlatform, suitePlatform } from '../../support/platform';
import { SilentDatabaseProxy } from './silent-database-proxy';

interface ProbeResponse {
  readonly status: number;
  readonly text: string;
}

async function probe(platform: Platform, path: string): Promise<ProbeResponse> {
  const { status, text } = await request(platform.server).get(path);
  return { status, text };
}

/** Probes until the response has this status, for up to a minute. */
async function probeUntil(platform: Platform, path: string, status: number): Promise<ProbeResponse> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const response = await probe(platform, path);
    if (response.status === status || Date.now() > deadline) return response;
  }
}

/** Expects neither address nor credentials of the database, nor implementation details. */
function expectNoSecrets({ text }: ProbeResponse, databaseUrl: string): void {
  const { port, username, password, pathname } = new URL(databaseUrl);
  const internals = ['127.0.0.1', 'postgres', 'node_modules', 'SELECT'];
  for (const secret of [port, username, password, pathname.slice(1), ...internals].filter(Boolean))
    expect(text).not.toContain(secret);
}

describe('the probes of a healthy process', () => {
  const platform = suitePlatform();

  it('return 200 from /livez', async () => {
    expect(await probe(platform, '/livez')).toEqual({ status: 200, text: '{"status":"ok"}' });
  });

  it('return 200 with details from /readyz', async () => {
    const response = await probe(platform, '/readyz');
    expect(response.status).toBe(200);
    expect(JSON.parse(response.text)).toMatchObject({
      status: 'ok',
      details: { database: { status: 'up' }, migrations: { status: 'up' } },
    });
    expectNoSecrets(response, platform.databaseUrl);
  });

  it('send cache-control: no-store', async () => {
    for (const path of ['/livez', '/readyz']) {
      const { headers } = await request(platform.server).get(path);
      expect(headers['cache-control']).toContain('no-store');
    }
  });
});

describe('the probes of a process that loses its database', () => {
  let database: TestDatabase;
  let administrator: Client;
  let platform: Platform | undefined;

  beforeEach(async () => {
    database = await createDatabase();
    administrator = new Client({ connectionString: serverUrl() });
    await administrator.connect();
  });

  afterEach(async () => {
    await platform?.close();
    platform = undefined;
    await administrator.end();
    await database.drop();
  });

  it('return 503 from /readyz and 200 from /livez until the database is back', async () => {
    const name = new URL(database.url).pathname.slice(1);
    platform = await startPlatform(database.settings);
    expect((await probe(platform, '/readyz')).status).toBe(200);
    await administrator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    const disconnect = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
    await administrator.query(disconnect, [name]);
    const response = await probeUntil(platform, '/readyz', 503);
    expect(JSON.parse(response.text)).toMatchObject({
      status: 'error',
      error: { database: { status: 'down' } },
    });
    expectNoSecrets(response, database.url);
    expect((await probe(platform, '/livez')).status).toBe(200);
    await administrator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    expect((await probeUntil(platform, '/readyz', 200)).status).toBe(200);
  });

  it('return 503 from /readyz within seconds if the database does not respond', async () => {
    const proxy = await SilentDatabaseProxy.to(database.url);
    platform = await startPlatform({ DATABASE_URL: proxy.url });
    try {
      expect((await probe(platform, '/readyz')).status).toBe(200);
      proxy.pause();
      const response = await probe(platform, '/readyz');
      expect(response.status).toBe(503);
      expectNoSecrets(response, proxy.url);
      expect((await probe(platform, '/livez')).status).toBe(200);
      proxy.resume();
      expect((await probeUntil(platform, '/readyz', 200)).status).toBe(200);
    } finally {
      await proxy.close();
    }
  });
});

describe('the probes of a process whose database lacks migrations', () => {
  let database: TestDatabase;
  let platform: Platform | undefined;

  beforeEach(async () => {
    database = await createDatabase({ empty: true });
  });

  afterEach(async () => {
    await platform?.close();
    platform = undefined;
    await database.drop();
  });

  it('return 503 with the outstanding migrations, and 200 once they have run', async () => {
    platform = await startPlatform(database.settings);
    const response = await probe(platform, '/readyz');
    expect(response.status).toBe(503);
    const outstanding = installedMigrations([]).map(({ name }) => name);
    expect(JSON.parse(response.text)).toMatchObject({
      status: 'error',
      info: { database: { status: 'up' } },
      error: { migrations: { status: 'down', outstanding } },
      details: { migrations: { status: 'down', outstanding } },
    });
    expectNoSecrets(response, database.url);
    await migrate(readDatabaseSettings(database.settings));
    expect((await probe(platform, '/readyz')).status).toBe(200);
  });

  it.each(['1', '20'])(
    'return 200 after a start with MIGRATE_ON_START, with %s connections',
    async (size) => {
      const settings = { ...database.settings, DATABASE_POOL_SIZE: size, MIGRATE_ON_START: 'true' };
      platform = await startPlatform(settings);
      expect((await probe(platform, '/readyz')).status).toBe(200);
    },
  );
});
