import { Logger } from '@nestjs/common';
import { Database } from '../../../src/platform/database/database';
import { dataSourceOptions } from '../../../src/platform/database/data-source';
import { toDatabaseUnavailable } from '../../../src/platform/database/database-unavailable.exception';
import { PlatformDataSource } from '../../../src/platform/database/platform-data-source';
import { isRolledBack } from '../../../src/platform/database/rolled-back';
import { statement } from '../../../src/platform/database/statement';
import { type TestDatabase, createDatabase } from '../../support/database';
import { testEnvironment } from '../../support/environment';
import { LockHolder } from '../../support/lock-holder';

const INSERT = statement({ name: 'test_insert', text: 'INSERT INTO written VALUES (1)' });
const INSERT_DEFERRED = statement({ name: 'test_insert_deferred', text: 'INSERT INTO deferred VALUES (1)' });
const END_CONNECTION = statement({
  name: 'test_end_connection',
  text: 'SELECT pg_terminate_backend(pg_backend_pid())',
});
const WAIT_LONG = statement({ name: 'test_wait_long', text: 'SELECT pg_sleep(60)' });
/** As a commit that ends with its connection: a trigger ends it. */
const END_AT_COMMIT = `
CREATE TABLE written (value int);
CREATE TABLE deferred (value int);
CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_terminate_backend(pg_backend_pid());
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON deferred DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION end_connection()`;

describe('an error of an unavailable database', () => {
  let testDatabase: TestDatabase;
  let dataSource: PlatformDataSource;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createDatabase({ empty: true });
    const environment = testEnvironment({
      DATABASE_URL: testDatabase.ownerUrl,
      DATABASE_LOCK_TIMEOUT_MS: '50',
      DATABASE_TIMEOUT_MS: '1000',
    });
    dataSource = new PlatformDataSource(dataSourceOptions(environment));
    await dataSource.initialize();
    await dataSource.query(END_AT_COMMIT);
    database = new Database(dataSource);
  });

  beforeEach(() => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  });

  afterEach(() => jest.restoreAllMocks());

  afterAll(async () => {
    await dataSource.destroy();
    await testDatabase.drop();
  });

  const insertLocked = (): Promise<void> =>
    LockHolder.run(testDatabase.ownerUrl, async (holder) => {
      await holder.query('LOCK TABLE written');
      await database.run(INSERT);
    });

  it.each<[string, () => Promise<unknown>]>([
    ['a lock timeout of a single statement', insertLocked],
    ['a time limit of a single statement', () => database.run(WAIT_LONG)],
    [
      'a time limit of a later statement of a transaction',
      () =>
        database.transaction(async (transaction) => {
          await transaction.run(INSERT);
          await transaction.run(WAIT_LONG);
        }),
    ],
    [
      'a connection that was lost before the commit',
      () =>
        database.transaction(async (transaction) => {
          await transaction.run(INSERT);
          await transaction.run(END_CONNECTION);
        }),
    ],
  ])('says that this attempt changed nothing after %s', async (_case, run) => {
    const error = await run().catch((thrown: unknown) => thrown);
    expect(isRolledBack(error)).toBe(true);
    const changed = { mayBeRecorded: true };
    expect(toDatabaseUnavailable(error, { ...changed, isOneTransaction: true })?.message).toContain(
      'this attempt changed nothing',
    );
    expect(toDatabaseUnavailable(error, changed)?.message).toContain('may have been recorded');
    expect(await dataSource.query('SELECT FROM written')).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a single statement', () => database.run(END_CONNECTION)],
    [
      'the commit of a transaction',
      () => database.transaction((transaction) => transaction.run(INSERT_DEFERRED)),
    ],
  ])('says that the outcome is not known if the connection is lost during %s', async (_case, run) => {
    const error = await run().catch((thrown: unknown) => thrown);
    expect(isRolledBack(error)).toBe(false);
    const outcome = { mayBeRecorded: true, isOneTransaction: true };
    expect(toDatabaseUnavailable(error, outcome)?.message).toContain('may have been recorded');
  });
});
