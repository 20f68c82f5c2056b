import { setTimeout as wait } from 'node:timers/promises';
import { DataSource, EntitySchema } from 'typeorm';
import { dataSourceOptions } from '../../../src/platform/database/data-source';
import { PlatformDataSource } from '../../../src/platform/database/platform-data-source';
import { SharedTransaction } from '../../../src/platform/database/shared-transaction';
import { type TestDatabase, createDatabase } from '../../support/database';
import { testEnvironment } from '../../support/environment';

/** Not a decorated class, which would stay registered in TypeORM for later suites. */
const Note = new EntitySchema<{ text: string; length: number }>({
  name: 'note',
  columns: { text: { type: 'text', primary: true }, length: { type: 'int', default: 0 } },
});

describe('a shared transaction', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  /** Another connection, which sees only committed rows. */
  let outside: DataSource;

  beforeAll(async () => {
    database = await createDatabase({ empty: true });
    // One connection: code that needs a second one would wait forever.
    dataSource = await open({ DATABASE_POOL_SIZE: '1', DATABASE_TIMEOUT_MS: '2000' });
    outside = await open({ DATABASE_POOL_SIZE: '2' });
    await outside.query('CREATE TABLE note (text text PRIMARY KEY, length int NOT NULL DEFAULT 0)');
  });

  beforeEach(() => outside.query('TRUNCATE note'));

  afterAll(async () => {
    await dataSource.destroy();
    await outside.destroy();
    await database.drop();
  });

  function open(settings: Readonly<Record<string, string>>): Promise<DataSource> {
    const environment = testEnvironment({ DATABASE_URL: database.ownerUrl, ...settings });
    return new PlatformDataSource({ ...dataSourceOptions(environment), entities: [Note] }).initialize();
  }

  function write(text: string): Promise<unknown> {
    return dataSource.query('INSERT INTO note (text) VALUES ($1)', [text]);
  }

  async function committed(): Promise<string[]> {
    const rows = await outside.query<{ text: string }[]>('SELECT text FROM note ORDER BY text');
    return rows.map(({ text }) => text);
  }

  function shared<T>(work: () => Promise<T>): Promise<T> {
    return dataSource.transaction((transaction) => SharedTransaction.run(transaction, work));
  }

  /** Starts a nested transaction and returns while it still runs. */
  async function startNestedTransaction(): Promise<void> {
    const running = dataSource.transaction(async (manager) => {
      await manager.query(`INSERT INTO note VALUES ('first')`);
      await wait(100);
      await manager.query(`INSERT INTO note VALUES ('second')`);
    });
    running.catch(() => undefined);
    await wait(20);
  }

  /** Writes with all APIs that a service can use. */
  async function writeWithAllApis(): Promise<void> {
    const notes = dataSource.getRepository(Note);
    await write('a query');
    await notes.insert({ text: 'b insert', length: 1 });
    await notes.save({ text: 'c save', length: 1 });
    await notes.update({ text: 'c save' }, { length: 2 });
    await notes.createQueryBuilder().insert().values({ text: 'd builder', length: 1 }).execute();
    await dataSource.transaction((manager) => manager.query(`INSERT INTO note VALUES ('e transaction')`));
    await dataSource.manager.query(`INSERT INTO note VALUES ('f manager')`);
    expect(await notes.countBy({ length: 2 })).toBe(1);
    expect(await notes.createQueryBuilder('n').getCount()).toBe(6);
    expect(await committed()).toEqual([]);
  }

  it('commits the writes of all APIs', async () => {
    await shared(writeWithAllApis);
    const inOrder = ['a query', 'b insert', 'c save', 'd builder', 'e transaction', 'f manager'];
    expect(await committed()).toEqual(inOrder);
  });

  it('rolls back the writes of all APIs if the work fails', async () => {
    const failing = shared(async () => {
      await writeWithAllApis();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await committed()).toEqual([]);
    await write('afterwards');
    expect(await committed()).toEqual(['afterwards']);
  });

  it('runs concurrent statements one after another', async () => {
    await shared(() => Promise.all(['a', 'b', 'c', 'd'].map(write)));
    expect(await committed()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rolls back only a nested transaction that fails, if its error is caught', async () => {
    await shared(async () => {
      await write('before');
      await expect(
        dataSource.transaction(async (manager) => {
          await manager.query(`INSERT INTO note VALUES ('undone')`);
          await manager.query('SELECT 1 / 0');
        }),
      ).rejects.toThrow('division by zero');
      await write('after');
    });
    expect(await committed()).toEqual(['after', 'before']);
  });

  it('separates concurrent nested transactions from each other and from other writes', async () => {
    const nested = (text: string, fails: boolean): Promise<unknown> =>
      dataSource.transaction(async (manager) => {
        await manager.query('INSERT INTO note VALUES ($1)', [text]);
        await wait(10);
        await manager.query(fails ? 'SELECT 1 / 0' : 'SELECT 1');
      });
    await shared(async () => {
      const [first, second] = [nested('a', false), nested('b', true)];
      const all = [first, second, write('beside'), nested('c', true), nested('d', false)];
      const outcomes = await Promise.allSettled(all);
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true]);
    });
    expect(await committed()).toEqual(['a', 'beside', 'd']);
  });

  it('rolls back an outer nested transaction after its inner one was rolled back', async () => {
    await shared(async () => {
      const outer = dataSource.transaction(async () => {
        await write('outer');
        const inner = dataSource.transaction(async () => {
          await write('inner');
          throw new Error('inner');
        });
        await expect(inner).rejects.toThrow('inner');
        throw new Error('outer');
      });
      await expect(outer).rejects.toThrow('outer');
      await write('kept');
    });
    expect(await committed()).toEqual(['kept']);
  });

  it('includes all statements of a nested transaction, through any manager', async () => {
    await shared(async () => {
      const nested = dataSource.transaction(async (outer) => {
        await dataSource.transaction(async (inner) => {
          await inner.query(`INSERT INTO note VALUES ('inner')`);
          await outer.query(`INSERT INTO note VALUES ('outer')`);
          await write('neither');
        });
        throw new Error('all of it');
      });
      await expect(nested).rejects.toThrow('all of it');
    });
    expect(await committed()).toEqual([]);
  });

  it('ignores the isolation level of nested transactions', async () => {
    const levels = await shared(() =>
      dataSource.transaction('SERIALIZABLE', (manager) =>
        manager.query<{ transaction_isolation: string }[]>('SHOW transaction_isolation'),
      ),
    );
    expect(levels).toEqual([{ transaction_isolation: 'read committed' }]);
  });

  it('refuses statements after a failure, and waits for those that run', async () => {
    let later: Promise<unknown> | undefined;
    const failing = shared(async () => {
      const slow = dataSource.query(`INSERT INTO note SELECT 'slow' FROM pg_sleep(0.2)`);
      later = slow.then(() => write('later'));
      later.catch(() => undefined);
      await wait(20);
      throw new Error('another part');
    });
    await expect(failing).rejects.toThrow('another part');
    await expect(later).rejects.toThrow('a statement after the transaction');
    expect(await committed()).toEqual([]);
  });

  it('waits for a nested transaction that runs during a failure, and rolls it back', async () => {
    const failing = shared(async () => {
      await startNestedTransaction();
      throw new Error('another part');
    });
    await expect(failing).rejects.toThrow('another part');
    await wait(200);
    expect(await committed()).toEqual([]);
  });

  it('commits a nested transaction completely that the work did not wait for', async () => {
    await shared(startNestedTransaction);
    expect(await committed()).toEqual(['first', 'second']);
  });

  it('refuses statements through its query runner once it has ended', async () => {
    const kept = await shared(() => {
      const runner = dataSource.createQueryRunner();
      return runner.query('SELECT 1').then(() => runner);
    });
    await expect(kept.query('SELECT 1')).rejects.toThrow('a statement after the transaction');
    await kept.release();
    expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('refuses startTransaction, which it could not separate', async () => {
    await shared(async () => {
      const runner = dataSource.createQueryRunner();
      await expect(runner.startTransaction()).rejects.toThrow('dataSource.transaction');
    });
  });

  it('cannot commit after a failed statement outside of a nested transaction', async () => {
    const caught = shared(async () => {
      await write('a');
      await dataSource.query('SELECT 1 / 0').catch(() => undefined);
      await write('b');
    });
    await expect(caught).rejects.toThrow('current transaction is aborted');
    expect(await committed()).toEqual([]);
  });

  it('is rolled back by a statement timeout', async () => {
    const slow = shared(async () => {
      await write('a');
      await dataSource.query('SELECT pg_sleep(5)');
    });
    await expect(slow).rejects.toThrow('statement timeout');
    expect(await committed()).toEqual([]);
    await shared(() => write('afterwards'));
    expect(await committed()).toEqual(['afterwards']);
  });

  it('is rolled back if its connection closes, and the pool opens another', async () => {
    const killed = shared(async () => {
      await write('a');
      const [{ pid }] = await dataSource.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
      await outside.query('SELECT pg_terminate_backend($1)', [pid]);
      await wait(50);
      await write('b');
    });
    await expect(killed).rejects.toThrow();
    expect(await committed()).toEqual([]);
    await shared(() => write('afterwards'));
    expect(await committed()).toEqual(['afterwards']);
  });

  it('requires an open transaction', async () => {
    const unopened = SharedTransaction.run(dataSource.manager, () => write('a'));
    await expect(unopened).rejects.toThrow('has to be open');
  });

  it('cannot start within another', async () => {
    await expect(shared(() => shared(() => write('a')))).rejects.toThrow('within another');
    expect(await committed()).toEqual([]);
  });
});
