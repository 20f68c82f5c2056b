import { once } from 'node:events';
import { type AddressInfo, type Server, connect, createServer } from 'node:net';
import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { keepErrorsOf, withClient } from '../../../src/platform/database/connection-pool';
import { dataSourceOptions } from '../../../src/platform/database/data-source';
import { PlatformDataSource } from '../../../src/platform/database/platform-data-source';
import { type TestDatabase, createDatabase } from '../../support/database';
import { testEnvironment } from '../../support/environment';

/** `ReadyForQuery` of an idle connection. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
/** `ErrorResponse`: the fatal error that PostgreSQL sends when its main process was killed. */
const FATAL = errorResponse(
  'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0',
);

function errorResponse(fields: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]);
}

describe('a connection that ends in the same packet that opens it', () => {
  let testDatabase: TestDatabase;
  let proxy: Server;
  let isBroken = false;

  beforeAll(async () => {
    testDatabase = await createDatabase({ empty: true });
    const { hostname, port } = new URL(testDatabase.ownerUrl);
    proxy = createServer((client) => {
      const server = connect(Number(port), hostname);
      client.pipe(server);
      server.on('data', (chunk: Buffer) => {
        if (isBroken && chunk.includes(READY)) client.end(Buffer.concat([chunk, FATAL]));
        else client.write(chunk);
      });
      server.once('close', () => client.destroy());
      client.once('close', () => server.destroy());
      for (const socket of [client, server]) socket.on('error', () => undefined);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });

  afterEach(() => {
    isBroken = false;
  });

  afterAll(async () => {
    proxy.close();
    await testDatabase.drop();
  });

  const proxiedUrl = (): string => {
    const url = new URL(testDatabase.ownerUrl);
    url.hostname = '127.0.0.1';
    url.port = String((proxy.address() as AddressInfo).port);
    return url.href;
  };

  async function expectFailureThenAnswer(query: () => Promise<unknown>): Promise<void> {
    isBroken = true;
    await expect(query()).rejects.toThrow(/not queryable|terminating connection|terminated|ECONNRESET|EPIPE/);
    isBroken = false;
    await expect(query()).resolves.toBeDefined();
  }

  it('fails the statements of a data source, and not the process', async () => {
    const environment = testEnvironment({ DATABASE_URL: proxiedUrl() });
    const source: DataSource = await new PlatformDataSource(dataSourceOptions(environment)).initialize();
    try {
      // Takes the connection that the data source opened to check its settings.
      const runner = source.createQueryRunner();
      await runner.connect();
      await expectFailureThenAnswer(() => source.query('SELECT 1'));
      await runner.release();
    } finally {
      await source.destroy();
    }
  });

  it('fails the statements of a pool, and not the process', async () => {
    const pool = keepErrorsOf(new Pool({ connectionString: proxiedUrl() }));
    pool.on('error', () => undefined);
    await expectFailureThenAnswer(() => withClient(pool, (client) => client.query('SELECT 1')));
    await pool.end();
  });
});
