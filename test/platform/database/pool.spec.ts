import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/platform/database/data-source';
import { type TestDatabase, createDatabase } from '../../support/database';
import { testEnvironment } from '../../support/environment';

describe('a call while every connection of the pool is taken', () => {
  let database: TestDatabase;
  let dataSource: DataSource | undefined;

  beforeAll(async () => {
    database = await createDatabase({ empty: true });
  });

  afterEach(async () => {
    await dataSource?.destroy();
  });

  afterAll(async () => {
    await database.drop();
  });

  /** Takes the one connection for two seconds, and asks for another. @param within milliseconds that the call may wait */
  async function ask({ within }: { within: number }): Promise<unknown> {
    const settings = { DATABASE_POOL_SIZE: '1', DATABASE_CONNECT_TIMEOUT_MS: String(within) };
    const environment = testEnvironment({ DATABASE_URL: database.url, ...settings });
    dataSource = await new DataSource(dataSourceOptions(environment)).initialize();
    const [, answer] = await Promise.allSettled([
      dataSource.query('SELECT pg_sleep(2)'),
      dataSource.query('SELECT 1 AS one'),
    ]);
    return answer.status === 'fulfilled' ? answer.value : answer.reason;
  }

  it('waits for one within the time of the settings', async () => {
    expect(await ask({ within: 60_000 })).toEqual([{ one: 1 }]);
  });

  it('fails after that time', async () => {
    expect(await ask({ within: 1_000 })).toEqual(new Error('timeout exceeded when trying to connect'));
  });
});
