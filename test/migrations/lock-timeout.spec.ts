import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { Database } from '../../src/platform/database/database';
import { outstandingMigrations } from '../../src/platform/database/migrations';
import { runWithLockTimeout } from '../../src/platform/database/run-migrations';
import { OperatorError } from '../../src/platform/config/operator-error';
import { until } from '../support/until';
import { FreshDatabase, describeSchema } from './fresh-database';

class AddBeds1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE bed (ward text)');
    await runner.query('ALTER TABLE ward ADD COLUMN beds integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ward DROP COLUMN beds');
    await runner.query('DROP TABLE bed');
  }
}

class DivideByZero1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT 1 / 0');
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}

const LOCK_TIMEOUT_MS = 40;
/** Twenty attempts, each with a pause of at most three times the limit, and time for a busy machine. */
const MAX_DURATION_MS = 20 * 4 * LOCK_TIMEOUT_MS + 5_000;

describe('a migration that waits for a lock of a running transaction', () => {
  let migrations: DataSource;
  let reader: QueryRunner;

  // Before the hooks of the database, which close the connections.
  afterEach(async () => {
    if (reader.isTransactionActive) await reader.rollbackTransaction();
    await reader.release();
    jest.restoreAllMocks();
  });

  const database = new FreshDatabase();

  beforeEach(async () => {
    migrations = await database.connect({ migrations: [AddBeds1763700000000] });
    // TypeORM creates its table of migrations.
    await (await database.connect({ migrations: [] })).runMigrations();
    await database.connection.query('CREATE TABLE ward (name text)');
    // TypeORM logs failures on the console.
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
    reader = database.connection.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT FROM ward');
  });

  const run = (reports: string[] = [], source = migrations): Promise<void> =>
    runWithLockTimeout(source, new Database(source), {
      lockTimeoutMs: LOCK_TIMEOUT_MS,
      report: (message) => reports.push(message),
    });

  const processIdOf = async (runner: QueryRunner): Promise<number> => {
    const [{ pid }] = await runner.manager.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
    return pid;
  };

  it('gives up within its bound with the table, the lock and who holds it, and changes nothing', async () => {
    const before = await describeSchema(database.connection);
    const pid = await processIdOf(reader);
    const startedAt = Date.now();
    const failure = await run().catch((error: unknown) => error);
    expect(Date.now() - startedAt).toBeLessThan(MAX_DURATION_MS);
    expect(failure).toBeInstanceOf(OperatorError);
    expect(String(failure)).toMatch(
      new RegExp(
        `A migration did not get AccessExclusiveLock on ward within ${LOCK_TIMEOUT_MS} ms \\(.*lock timeout\\), ` +
          `which is held by connection ${pid} of \\S+ \\(health-platform\\)\\. It was tried 20 times\\.`,
      ),
    );
    expect(await describeSchema(database.connection)).toEqual(before);
    expect(await outstandingMigrations(migrations)).toEqual([AddBeds1763700000000.name]);
  });

  it('succeeds in the next run after the transaction has ended', async () => {
    await expect(run()).rejects.toThrow('did not get AccessExclusiveLock on ward');
    await reader.commitTransaction();
    await run();
    expect(await outstandingMigrations(migrations)).toEqual([]);
    expect(await database.connection.query('SELECT beds FROM ward')).toEqual([]);
  });

  it('succeeds by itself if the transaction ends meanwhile, and reports why it waited', async () => {
    const reports: string[] = [];
    const running = run(reports);
    // On a busy machine, an attempt may end before it was seen for which lock it waits.
    const known =
      /^A migration did not get AccessExclusiveLock on ward within .* It is tried again in \d+ ms\.$/;
    await until('an attempt has failed whose lock is known', () =>
      Promise.resolve(reports.some((report) => known.test(report))),
    );
    await reader.commitTransaction();
    await running;
    expect(await outstandingMigrations(migrations)).toEqual([]);
  });

  it('lets readers that wait behind it go on after each attempt', async () => {
    let hasEnded = false;
    const running = run()
      .catch(() => undefined)
      .finally(() => (hasEnded = true));
    const behind = await database.connect();
    let longestMs = 0;
    while (!hasEnded) {
      const startedAt = Date.now();
      await behind.query('SELECT FROM ward');
      longestMs = Math.max(longestMs, Date.now() - startedAt);
    }
    await running;
    // It has waited, and not for the end of the other transaction, which never comes.
    expect(longestMs).toBeGreaterThan(LOCK_TIMEOUT_MS / 4);
    expect(longestMs).toBeLessThan(LOCK_TIMEOUT_MS + 1_000);
  });

  it('is not tried again after another error', async () => {
    const failing = await database.connect({ migrations: [DivideByZero1763700000000] });
    const reports: string[] = [];
    await expect(run(reports, failing)).rejects.toThrow('division by zero');
    expect(reports).toEqual([]);
  });
});
