import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source';
import { type TestDatabase, createDatabase } from '../support/database';
import { testEnvironment } from '../support/environment';

describe('a pool of which every connection is taken', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createDatabase({ empty: true });
    const environment = testEnvironment({
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '1',
      DATABASE_TIMEOUT_MS: '10000',
    });
    dataSource = await new DataSource(dataSourceOptions(environment)).initialize();
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('lets a call wait for as long as the statement before it may take', async () => {
    const before = dataSource.query('SELECT pg_sleep(7)');
    await expect(dataSource.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    await before;
  });
});
