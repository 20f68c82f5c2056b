import { DataSource } from 'typeorm';
import { DatabaseBusyError } from '../../../src/platform/database/database-busy-error';
import { dataSourceOptions } from '../../../src/platform/database/data-source';
import { type TestDatabase, createDatabase } from '../../support/database';
import { testEnvironment } from '../../support/environment';

describe('a statement while all connections of the pool are in use', () => {
  let database: TestDatabase;
  let dataSource: DataSource | undefined;

  beforeAll(async () => {
    database = await createDatabase({ empty: true });
  });

  afterEach(() => dataSource?.destroy());

  afterAll(() => database.drop());

  /** Uses the only connection for two seconds, and returns the result of another statement. */
  async function queryWhileBusy({ timeoutMs }: { timeoutMs: number }): Promise<unknown> {
    const settings = { DATABASE_POOL_SIZE: '1', DATABASE_CONNECT_TIMEOUT_MS: String(timeoutMs) };
    const environment = testEnvironment({ DATABASE_URL: database.ownerUrl, ...settings });
    dataSource = await new DataSource(dataSourceOptions(environment)).initialize();
    const [, result] = await Promise.allSettled([
      dataSource.query('SELECT pg_sleep(2)'),
      dataSource.query('SELECT 1 AS one'),
    ]);
    return result.status === 'fulfilled' ? result.value : result.reason;
  }

  it('waits for a connection until DATABASE_CONNECT_TIMEOUT_MS', async () => {
    expect(await queryWhileBusy({ timeoutMs: 60_000 })).toEqual([{ one: 1 }]);
  });

  it('fails after DATABASE_CONNECT_TIMEOUT_MS', async () => {
    expect(await queryWhileBusy({ timeoutMs: 1_000 })).toEqual(
      new DatabaseBusyError('no connection to the database was free in time', { pool: 'interactive' }),
    );
  });
});
