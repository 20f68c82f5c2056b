import { Client } from 'pg';
import request from 'supertest';
import { migrations } from '../../../migrations';
import { type TestDatabase, createDatabase } from '../../support/database';
import { serverUrl } from '../../support/database-server';
import { type Platform, startPlatform } from '../../support/platform';
import { SilentLine } from './silent-line';

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function probe(platform: Platform, path: string): Promise<Answer> {
  const { status, text } = await request(platform.server).get(path);
  return { status, text };
}

/** Asks until the answer has this status, for as long as an orchestrator would be patient. */
async function probeUntil(platform: Platform, path: string, status: number): Promise<Answer> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await probe(platform, path);
    if (answer.status === status || Date.now() > deadline) return answer;
  }
}

/** Neither where the database is, nor who may enter, nor any of our own insides. */
function expectNoSecret({ text }: Answer, databaseUrl: string): void {
  const { port, username, password, pathname } = new URL(databaseUrl);
  const secrets = [
    port,
    username,
    password,
    pathname.slice(1),
    '127.0.0.1',
    'postgres',
    'node_modules',
    'SELECT',
  ];
  for (const secret of secrets.filter(Boolean)) expect(text).not.toContain(secret);
}

describe('the probes of a healthy process', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await startPlatform();
  });

  afterAll(async () => {
    await platform.close();
  });

  it('say that it is alive', async () => {
    expect(await probe(platform, '/livez')).toEqual({ status: 200, text: '{"status":"ok"}' });
  });

  it('say that it is ready, and why', async () => {
    const answer = await probe(platform, '/readyz');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({
      status: 'ok',
      details: { database: { status: 'up' }, migrations: { status: 'up' } },
    });
    expectNoSecret(answer, platform.databaseUrl);
  });

  it('are never answered from a cache', async () => {
    for (const path of ['/livez', '/readyz']) {
      const { headers } = await request(platform.server).get(path);
      expect(headers['cache-control']).toContain('no-store');
    }
  });
});

describe('the probes of a process whose database goes away', () => {
  let database: TestDatabase;
  let administrator: Client;

  beforeEach(async () => {
    database = await createDatabase();
    administrator = new Client({ connectionString: serverUrl() });
    await administrator.connect();
  });

  afterEach(async () => {
    await administrator.end();
    await database.drop();
  });

  const name = () => new URL(database.url).pathname.slice(1);

  it('say that it is alive and not ready, until the database is back', async () => {
    const platform = await startPlatform({ DATABASE_URL: database.url });
    try {
      expect((await probe(platform, '/readyz')).status).toBe(200);
      await administrator.query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`);
      await administrator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
        name(),
      ]);
      const answer = await probeUntil(platform, '/readyz', 503);
      expect(JSON.parse(answer.text)).toMatchObject({
        status: 'error',
        error: { database: { status: 'down' } },
      });
      expectNoSecret(answer, database.url);
      expect((await probe(platform, '/livez')).status).toBe(200);
      await administrator.query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`);
      expect((await probeUntil(platform, '/readyz', 200)).status).toBe(200);
    } finally {
      await platform.close();
    }
  });

  it('say within seconds that it is not ready when the database falls silent', async () => {
    const line = await SilentLine.to(database.url);
    const platform = await startPlatform({ DATABASE_URL: line.url });
    try {
      expect((await probe(platform, '/readyz')).status).toBe(200);
      line.fallSilent();
      const answer = await probe(platform, '/readyz');
      expect(answer.status).toBe(503);
      expectNoSecret(answer, line.url);
      expect((await probe(platform, '/livez')).status).toBe(200);
      line.speakAgain();
      expect((await probeUntil(platform, '/readyz', 200)).status).toBe(200);
    } finally {
      await line.close();
      await platform.close();
    }
  });
});

describe('the probes of a process whose database lacks migrations', () => {
  it('name what is outstanding, and are content once it has run', async () => {
    const database = await createDatabase({ empty: true });
    const platform = await startPlatform({ DATABASE_URL: database.url });
    try {
      const answer = await probe(platform, '/readyz');
      expect(answer.status).toBe(503);
      expect(JSON.parse(answer.text)).toMatchObject({
        status: 'error',
        info: { database: { status: 'up' } },
        error: { migrations: { status: 'down', outstanding: migrations.map((migration) => migration.name) } },
      });
      expectNoSecret(answer, database.url);
      await platform.database.runMigrations();
      expect((await probe(platform, '/readyz')).status).toBe(200);
    } finally {
      await platform.close();
      await database.drop();
    }
  });

  it.each(['1', '20'])(
    'are content at once where migrations run at the start, with %s connections',
    async (size) => {
      const database = await createDatabase({ empty: true });
      const settings = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: size, MIGRATE_ON_START: 'true' };
      const platform = await startPlatform(settings);
      try {
        expect((await probe(platform, '/readyz')).status).toBe(200);
      } finally {
        await platform.close();
        await database.drop();
      }
    },
  );
});
