import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { Database } from '../../../src/platform/database/database';
import { dataSourceOptions } from '../../../src/platform/database/data-source';
import { integer } from '../../../src/platform/database/parameter';
import { PIPELINED_CONNECTIONS } from '../../../src/platform/database/pipelined-connections';
import { PlatformDataSource } from '../../../src/platform/database/platform-data-source';
import { findUnavailability } from '../../../src/platform/database/unavailability';
import { statement } from '../../../src/platform/database/statement';
import { type TestDatabase, createDatabase } from '../../support/database';
import { testEnvironment } from '../../support/environment';

const DIVIDE = statement({
  name: 'test_divide',
  text: 'SELECT 12 / $divisor::integer AS quotient, pg_backend_pid() AS connection',
  parameters: { divisor: integer() },
  row: z.object({ quotient: z.int(), connection: z.int() }),
  connection: 'pipelined',
});
const LIST_SCORES = statement({
  name: 'test_list_scores',
  text: 'SELECT value FROM score ORDER BY value',
  row: z.object({ value: z.int() }),
  connection: 'pipelined',
});
const ADD_SCORE = statement({
  name: 'test_add_score',
  text: 'INSERT INTO score (value) VALUES ($value)',
  parameters: { value: integer() },
});

describe('a pipelined statement', () => {
  let testDatabase: TestDatabase;
  let dataSource: PlatformDataSource;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createDatabase({ empty: true });
    const settings = { DATABASE_URL: testDatabase.ownerUrl, DATABASE_POOL_SIZE: '1' };
    dataSource = new PlatformDataSource(dataSourceOptions(testEnvironment(settings)));
    await dataSource.initialize();
    await dataSource.query('CREATE TABLE score (value int PRIMARY KEY)');
    database = new Database(dataSource, dataSource.pipelined);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await testDatabase.drop();
  });

  const divide = (divisor: number) => database.one(DIVIDE, { divisor });

  it('shares a few connections with concurrent ones, and gets its own result', async () => {
    const rows = await Promise.all(Array.from({ length: 100 }, (_none, index) => divide((index % 12) + 1)));
    expect(rows.map(({ quotient }) => quotient)).toEqual(
      rows.map((_row, index) => Math.floor(12 / ((index % 12) + 1))),
    );
    expect(new Set(rows.map(({ connection }) => connection)).size).toBe(PIPELINED_CONNECTIONS);
  });

  it('needs no connection of the pool', async () => {
    const busy = dataSource.createQueryRunner();
    await busy.connect();
    try {
      expect(await divide(4)).toMatchObject({ quotient: 3 });
    } finally {
      await busy.release();
    }
  });

  it('fails alone, not with the ones that were sent with it', async () => {
    const results = await Promise.allSettled([3, 0, 4, 0, 6].map(divide));
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value.quotient : null))).toEqual([
      4,
      null,
      3,
      null,
      2,
    ]);
    await expect(divide(0)).rejects.toThrow('division by zero');
  });

  it('is part of the transaction in which it runs', async () => {
    await expect(
      database.transaction(async (transaction) => {
        await transaction.run(ADD_SCORE, { value: 1 });
        expect(await transaction.rows(LIST_SCORES)).toEqual([{ value: 1 }]);
        throw new Error('roll back');
      }),
    ).rejects.toThrow('roll back');
    expect(await database.rows(LIST_SCORES)).toEqual([]);
  });

  it('is prepared again after a migration changed the type of its result', async () => {
    const listOnEach = () =>
      Promise.allSettled(Array.from({ length: PIPELINED_CONNECTIONS }, () => database.rows(LIST_SCORES)));
    await listOnEach();
    await dataSource.query('ALTER TABLE score ALTER value TYPE smallint');
    const results = [...(await listOnEach()), ...(await listOnEach())];
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'fulfilled'));
  });

  it('is prepared again if the one that was to prepare it was refused by a lock', async () => {
    const settings = { DATABASE_URL: testDatabase.ownerUrl, DATABASE_LOCK_TIMEOUT_MS: '300' };
    const source = new PlatformDataSource(dataSourceOptions(testEnvironment(settings)));
    await source.initialize();
    const blocker = dataSource.createQueryRunner();
    await blocker.startTransaction();
    try {
      const waiting = new Database(source, source.pipelined);
      await blocker.query('LOCK TABLE score IN ACCESS EXCLUSIVE MODE');
      const lists = Array.from({ length: 2 * PIPELINED_CONNECTIONS }, () => waiting.rows(LIST_SCORES));
      const results = await Promise.allSettled(lists);
      const reasons = results.map(
        (result) => result.status === 'rejected' && findUnavailability(result.reason),
      );
      expect(reasons).toEqual(results.map(() => 'busy'));
    } finally {
      await blocker.rollbackTransaction();
      await blocker.release();
      await source.destroy();
    }
  });

  it('runs on a new connection after the database closed the old one', async () => {
    await divide(1);
    await dataSource.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    // Statements that were sent before the end was noticed fail.
    await Promise.allSettled([divide(1), divide(1), divide(1)]);
    expect(await divide(2)).toMatchObject({ quotient: 6 });
  });

  it('runs on a connection that was idle for longer than DATABASE_TIMEOUT_MS', async () => {
    const settings = { DATABASE_URL: testDatabase.ownerUrl, DATABASE_TIMEOUT_MS: '1000' };
    const source = new PlatformDataSource(dataSourceOptions(testEnvironment(settings)));
    await source.initialize();
    try {
      const idle = new Database(source, source.pipelined);
      const { connection } = await idle.one(DIVIDE, { divisor: 1 });
      await wait(1_500);
      expect(await idle.one(DIVIDE, { divisor: 1 })).toMatchObject({ connection });
    } finally {
      await source.destroy();
    }
  });

  it('is refused after the data source was closed', async () => {
    const settings = { DATABASE_URL: testDatabase.ownerUrl };
    const source = new PlatformDataSource(dataSourceOptions(testEnvironment(settings)));
    await source.initialize();
    const closing = new Database(source, source.pipelined);
    await closing.one(DIVIDE, { divisor: 1 });
    await source.destroy();
    await expect(closing.one(DIVIDE, { divisor: 1 })).rejects.toThrow('are closed');
  });
});
