import { z } from 'zod';
import { Database, type Transaction } from '../../../src/platform/database/database';
import { dataSourceOptions } from '../../../src/platform/database/data-source';
import { integer } from '../../../src/platform/database/parameter';
import { PlatformDataSource } from '../../../src/platform/database/platform-data-source';
import { SharedTransaction } from '../../../src/platform/database/shared-transaction';
import { statement } from '../../../src/platform/database/statement';
import { findUnavailability } from '../../../src/platform/database/unavailability';
import { type TestDatabase, createDatabase } from '../../support/database';
import { testEnvironment } from '../../support/environment';

const INSERT_NUMBER = statement({
  name: 'test_insert_number',
  text: 'INSERT INTO number (value) VALUES ($value)',
  parameters: { value: integer() },
});
const LIST_NUMBERS = statement({
  name: 'test_list_numbers',
  text: 'SELECT value FROM number ORDER BY value',
  row: z.object({ value: z.int() }),
});
const READ_WRONG_ROW = statement({
  name: 'test_read_wrong_row',
  text: `SELECT 'P-10482' AS value`,
  row: z.object({ value: z.int() }),
});

describe('Database', () => {
  let testDatabase: TestDatabase;
  let dataSource: PlatformDataSource;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createDatabase({ empty: true });
    // One connection: code that needs a second one would wait forever.
    const environment = testEnvironment({ DATABASE_URL: testDatabase.ownerUrl, DATABASE_POOL_SIZE: '1' });
    dataSource = new PlatformDataSource(dataSourceOptions(environment));
    await dataSource.initialize();
    await dataSource.query('CREATE TABLE number (value int PRIMARY KEY)');
    database = new Database(dataSource);
  });

  beforeEach(() => dataSource.query('TRUNCATE number'));

  afterAll(async () => {
    await dataSource.destroy();
    await testDatabase.drop();
  });

  const insert = (value: number, target: Database = database) => target.run(INSERT_NUMBER, { value });

  const list = async () => (await database.rows(LIST_NUMBERS)).map(({ value }) => value);

  it('refuses a statement after the end of its transaction', async () => {
    let ended: Transaction | undefined;
    await database.transaction((transaction) => {
      ended = transaction;
      return insert(1, transaction);
    });
    await expect(ended && insert(2, ended)).rejects.toThrow(/released/);
    expect(await list()).toEqual([1]);
  });

  it('refuses a statement after the end of a shared transaction that its transaction was part of', async () => {
    let ended: Transaction | undefined;
    await dataSource.transaction((manager) =>
      SharedTransaction.run(manager, () =>
        database.transaction((transaction) => {
          ended = transaction;
          return insert(1, transaction);
        }),
      ),
    );
    await expect(ended && insert(2, ended)).rejects.toThrow('a statement after the transaction');
    expect(await list()).toEqual([1]);
  });

  it('refuses a statement after the end of its savepoint, while the shared transaction goes on', async () => {
    await dataSource.transaction((manager) =>
      SharedTransaction.run(manager, async () => {
        let ended: Transaction | undefined;
        await database.transaction((transaction) => {
          ended = transaction;
          return insert(1, transaction);
        });
        await expect(ended && insert(2, ended)).rejects.toThrow('a statement after the transaction');
      }),
    );
    expect(await list()).toEqual([1]);
  });

  it('refuses a transaction or a snapshot within a transaction', async () => {
    await database.transaction(async (transaction) => {
      await expect(transaction.transaction()).rejects.toThrow('cannot begin within another');
      await expect(transaction.snapshot()).rejects.toThrow('cannot begin within another');
    });
  });

  it('names the statement and the column of a row that does not match its schema, without the value', async () => {
    const problem = new TypeError('test_read_wrong_row: value: expected number, received string');
    await expect(database.first(READ_WRONG_ROW)).rejects.toEqual(problem);
    await expect(database.rows(READ_WRONG_ROW)).rejects.toEqual(problem);
  });

  it('prepares a statement again after a migration changed the type of its result', async () => {
    const change = (type: string) => dataSource.query(`ALTER TABLE number ALTER value TYPE ${type}`);
    await insert(1);
    await list();
    await change('smallint');
    expect(await list()).toEqual([1]);
    expect(await list()).toEqual([1]);
    await change('int');
    const failing = database.transaction((transaction) => transaction.rows(LIST_NUMBERS));
    const reason: unknown = await failing.catch((error: unknown) => error);
    expect(findUnavailability(reason)).toBe('busy');
    expect(await list()).toEqual([1]);
  });

  it('reports a failed connection as such, not as a failed statement', async () => {
    const settings = {
      DATABASE_URL: testDatabase.ownerUrl,
      DATABASE_POOL_SIZE: '1',
      DATABASE_CONNECT_TIMEOUT_MS: '2000',
    };
    const source = new PlatformDataSource(dataSourceOptions(testEnvironment(settings)));
    await source.initialize();
    const busy = source.createQueryRunner();
    await busy.connect();
    try {
      const failing = new Database(source).rows(LIST_NUMBERS);
      await expect(failing).rejects.toMatchObject({
        name: 'DatabaseBusyError',
        message: 'no connection to the database was free in time',
      });
    } finally {
      await busy.release();
      await source.destroy();
    }
  });
});
