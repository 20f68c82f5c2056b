import { setTimeout as wait } from 'node:timers/promises';
import { Database } from '../../../src/platform/database/database';
import { dataSourceOptions } from '../../../src/platform/database/data-source';
import { PlatformDataSource } from '../../../src/platform/database/platform-data-source';
import { type TestDatabase, createDatabase } from '../../support/database';
import { testEnvironment } from '../../support/environment';

/** A part of this time without an answer is a second. */
const ANSWER_TIMEOUT_MS = 15_000;
/** Longer than the time after which a quiet database is probed. */
const SLOW_SECONDS = 5;

describe('a database that runs one slow statement', () => {
  let testDatabase: TestDatabase;
  let source: PlatformDataSource;

  beforeAll(async () => {
    testDatabase = await createDatabase({ empty: true });
    const settings = {
      DATABASE_URL: testDatabase.ownerUrl,
      DATABASE_ANSWER_TIMEOUT_MS: String(ANSWER_TIMEOUT_MS),
    };
    source = await new PlatformDataSource(dataSourceOptions(testEnvironment(settings))).initialize();
  });

  afterAll(async () => {
    await source.destroy();
    await testDatabase.drop();
  });

  it('answers, although it sends nothing meanwhile', async () => {
    const database = new Database(source);
    let isRunning = true;
    const statement = source.query(`SELECT pg_sleep(${SLOW_SECONDS})`).finally(() => (isRunning = false));
    while (isRunning) {
      expect(database.isAnswering).toBe(true);
      await wait(100);
    }
    await statement;
  });
});
