import { setTimeout as wait } from 'node:timers/promises';
import { DataSource, EntitySchema } from 'typeorm';
import { dataSourceOptions } from '../../../src/platform/database/data-source';
import { PlatformDataSource } from '../../../src/platform/database/platform-data-source';
import { SharedTransaction } from '../../../src/platform/database/shared-transaction';
import { type TestDatabase, createDatabase } from '../../support/database';
import { testEnvironment } from '../../support/environment';

/** A schema and not a decorated class: that would stay in TypeORM's list for the suites after this one. */
const Note = new EntitySchema<{ text: string; length: number }>({
  name: 'note',
  columns: { text: { type: 'text', primary: true }, length: { type: 'int', default: 0 } },
});

describe('a transaction that all of a call takes part in', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  /** Sees what is committed. */
  let outside: DataSource;

  beforeAll(async () => {
    database = await createDatabase({ empty: true });
    // One connection: whoever asked for a second one would wait for ever.
    dataSource = await open({ DATABASE_POOL_SIZE: '1', DATABASE_TIMEOUT_MS: '2000' });
    outside = await open({ DATABASE_POOL_SIZE: '2' });
    await outside.query('CREATE TABLE note (text text PRIMARY KEY, length int NOT NULL DEFAULT 0)');
  });

  beforeEach(async () => {
    await outside.query('TRUNCATE note');
  });

  afterAll(async () => {
    await dataSource.destroy();
    await outside.destroy();
    await database.drop();
  });

  function open(settings: Readonly<Record<string, string>>): Promise<DataSource> {
    const environment = testEnvironment({ DATABASE_URL: database.url, ...settings });
    return new PlatformDataSource({ ...dataSourceOptions(environment), entities: [Note] }).initialize();
  }

  function write(text: string): Promise<unknown> {
    return dataSource.query('INSERT INTO note (text) VALUES ($1)', [text]);
  }

  async function written(): Promise<string[]> {
    const rows = await outside.query<{ text: string }[]>('SELECT text FROM note ORDER BY text');
    return rows.map(({ text }) => text);
  }

  function shared<T>(work: () => Promise<T>): Promise<T> {
    return dataSource.transaction((transaction) => SharedTransaction.run(transaction, work));
  }

  /** Begins a nested transaction, which is half done by then and goes on. */
  async function leaveHalfDone(): Promise<void> {
    const going = dataSource.transaction(async (manager) => {
      await manager.query(`INSERT INTO note VALUES ('first')`);
      await wait(100);
      await manager.query(`INSERT INTO note VALUES ('second')`);
    });
    going.catch(() => undefined);
    await wait(20);
  }

  /** By every way that a service may ask. */
  async function writeByEveryWay(): Promise<void> {
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
    expect(await written()).toEqual([]);
  }

  it('commits what was written by every way that there is', async () => {
    await shared(writeByEveryWay);
    expect(await written()).toEqual([
      'a query',
      'b insert',
      'c save',
      'd builder',
      'e transaction',
      'f manager',
    ]);
  });

  it('undoes what was written by every way that there is, where the work fails', async () => {
    const failing = shared(async () => {
      await writeByEveryWay();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await written()).toEqual([]);
    await write('afterwards');
    expect(await written()).toEqual(['afterwards']);
  });

  it('asks one after another what is asked at the same time', async () => {
    await shared(() => Promise.all(['a', 'b', 'c', 'd'].map(write)));
    expect(await written()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('undoes a nested transaction alone where it fails and that is caught', async () => {
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
    expect(await written()).toEqual(['after', 'before']);
  });

  it('keeps nested transactions of the same time apart, and what is written beside them', async () => {
    const nested = (text: string, fails: boolean): Promise<unknown> =>
      dataSource.transaction(async (manager) => {
        await manager.query('INSERT INTO note VALUES ($1)', [text]);
        await wait(10);
        await manager.query(fails ? 'SELECT 1 / 0' : 'SELECT 1');
      });
    await shared(async () => {
      const all = [
        nested('a', false),
        nested('b', true),
        write('beside'),
        nested('c', true),
        nested('d', false),
      ];
      const outcomes = await Promise.allSettled(all);
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true]);
    });
    expect(await written()).toEqual(['a', 'beside', 'd']);
  });

  it('undoes an outer nested transaction whole, after an inner one of it was undone', async () => {
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
    expect(await written()).toEqual(['kept']);
  });

  it('takes what is asked within a nested transaction for a part of it, by whichever manager', async () => {
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
    expect(await written()).toEqual([]);
  });

  it('has one isolation level, whichever a nested transaction names', async () => {
    const levels = await shared(() =>
      dataSource.transaction('SERIALIZABLE', (manager) =>
        manager.query<{ transaction_isolation: string }[]>('SHOW transaction_isolation'),
      ),
    );
    expect(levels).toEqual([{ transaction_isolation: 'read committed' }]);
  });

  it('refuses what one part asks after another has failed, and waits for what it asked before', async () => {
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
    expect(await written()).toEqual([]);
  });

  it('waits for a nested transaction that goes on after another part has failed, and undoes it too', async () => {
    const failing = shared(async () => {
      await leaveHalfDone();
      throw new Error('another part');
    });
    await expect(failing).rejects.toThrow('another part');
    await wait(200);
    expect(await written()).toEqual([]);
  });

  it('commits no half of a nested transaction that the work did not wait for', async () => {
    await shared(leaveHalfDone);
    expect(await written()).toEqual(['first', 'second']);
  });

  it('refuses a borrowed connection that is kept', async () => {
    const kept = await shared(() => {
      const runner = dataSource.createQueryRunner();
      return runner.query('SELECT 1').then(() => runner);
    });
    await expect(kept.query('SELECT 1')).rejects.toThrow('a statement after the transaction');
    await kept.release();
    expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('does not begin transactions by hand, which nothing would keep apart', async () => {
    await shared(async () => {
      const runner = dataSource.createQueryRunner();
      await expect(runner.startTransaction()).rejects.toThrow('dataSource.transaction');
    });
  });

  it('cannot commit after a statement outside a nested transaction failed, caught or not', async () => {
    const caught = shared(async () => {
      await write('a');
      await dataSource.query('SELECT 1 / 0').catch(() => undefined);
      await write('b');
    });
    await expect(caught).rejects.toThrow('current transaction is aborted');
    expect(await written()).toEqual([]);
  });

  it('ends with a statement that takes too long', async () => {
    const slow = shared(async () => {
      await write('a');
      await dataSource.query('SELECT pg_sleep(5)');
    });
    await expect(slow).rejects.toThrow('statement timeout');
    expect(await written()).toEqual([]);
    await shared(() => write('afterwards'));
    expect(await written()).toEqual(['afterwards']);
  });

  it('ends with its connection, and the pool lends another', async () => {
    const killed = shared(async () => {
      await write('a');
      const [{ pid }] = await dataSource.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
      await outside.query('SELECT pg_terminate_backend($1)', [pid]);
      await wait(50);
      await write('b');
    });
    await expect(killed).rejects.toThrow();
    expect(await written()).toEqual([]);
    await shared(() => write('afterwards'));
    expect(await written()).toEqual(['afterwards']);
  });

  it('needs a transaction that is open', async () => {
    await expect(SharedTransaction.run(dataSource.manager, () => write('a'))).rejects.toThrow(
      'has to be open',
    );
  });

  it('does not begin within another', async () => {
    await expect(shared(() => shared(() => write('a')))).rejects.toThrow('within another');
    expect(await written()).toEqual([]);
  });
});
