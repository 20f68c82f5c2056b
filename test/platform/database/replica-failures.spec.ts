import { z } from 'zod';
import { Database } from '../../../src/platform/database/database';
import { ReadReplica } from '../../../src/platform/database/read-replica';
import { statement } from '../../../src/platform/database/statement';
import { serverUrl } from '../../support/database-server';
import { type Platform, startPlatform } from '../../support/platform';
import { until } from '../../support/until';
import { SilentDatabaseProxy } from '../probes/silent-database-proxy';
import { ADD_READING, suiteReplicas } from './replica-suite';

const SLEEP_ON_REPLICA = statement({
  name: 'test_sleep_on_replica',
  text: `SELECT CASE WHEN pg_is_in_recovery() THEN pg_sleep(60)::text ELSE 'primary' END AS server`,
  row: z.object({ server: z.string() }),
  connection: 'replica',
});

const suite = suiteReplicas();

describe('a read replica', () => {
  let replica: ReadReplica;

  beforeEach(async () => {
    const [system] = await suite.servers.queryReplica(
      'SELECT system_identifier::text AS id FROM pg_control_system()',
    );
    const { id } = z.object({ id: z.string() }).parse(system);
    const primary = { readPosition: () => Promise.resolve('0/0'), readSystemId: () => Promise.resolve(id) };
    replica = new ReadReplica('tested', { connectionString: suite.servers.replicaUrl }, primary);
    replica.start();
    await until('the replica is available', () => replica.isAvailable);
  });

  afterEach(() => replica.close());

  const query = (text: string, position = '0/0') => replica.query({ text }, position);

  it('stays available when a statement fails', async () => {
    await expect(query('SELECT 1 / 0')).rejects.toThrow('division by zero');
    expect(replica.isAvailable).toBe(true);
    expect((await query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it.each([
    ['closes a connection', 'SELECT pg_terminate_backend(pg_backend_pid())', '0/0'],
    ['is behind', 'SELECT 1', 'FFFFFFFF/0'],
  ])('is left out when it %s, and comes back by itself', async (_case, text, position) => {
    await expect(query(text, position)).rejects.toThrow();
    expect(replica.isAvailable).toBe(false);
    await until('the replica is available', () => replica.isAvailable);
    expect((await query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a platform whose replica', () => {
  let other: Platform | undefined;

  const start = async (settings: Readonly<Record<string, string>>) => {
    other = await startPlatform({ DATABASE_URL: suite.servers.primaryUrl, ...settings });
    return other.app.get(Database);
  };

  afterEach(async () => {
    await other?.close();
    other = undefined;
  });

  it.each([
    ['does not exist', 'it cannot be read', () => 'postgres://user:secret-word@127.0.0.1:1/none'],
    ['is the primary itself', 'it is no replica', () => suite.servers.primaryUrl],
    ['is a primary of its own', 'it is no replica', () => serverUrl()],
  ])('%s starts, warns once, and reads from the primary', async (_case, problem, replicaUrl) => {
    const database = await start({ DATABASE_READ_URLS: replicaUrl() });
    expect(await suite.read(database)).toMatchObject({ isReplica: false });
    const warnings = () => suite.linesAbout(replicaUrl(), 'is left out');
    await until('the problem is reported', () => warnings().length > 0);
    expect(warnings()).toEqual([expect.stringContaining(problem)]);
    expect(warnings().join()).not.toContain(new URL(replicaUrl()).password);
    expect(await suite.read(database)).toMatchObject({ isReplica: false });
  });

  it('does not finish a statement in time reports it, and does not run it on the primary', async () => {
    const settings = { DATABASE_READ_URLS: suite.servers.replicaUrl, DATABASE_TIMEOUT_MS: '500' };
    const database = await start(settings);
    await suite.untilOnReplica(database);
    await expect(database.one(SLEEP_ON_REPLICA)).rejects.toThrow('due to statement timeout');
    expect(await suite.read(database)).toMatchObject({ isReplica: true });
  });

  it('follows another primary is not used', async () => {
    const primary = {
      readPosition: () => Promise.resolve('0/0'),
      readSystemId: () => Promise.resolve('1'),
    };
    const replica = new ReadReplica('other/primary', { connectionString: suite.servers.replicaUrl }, primary);
    replica.start();
    await until('the problem is reported', () =>
      suite.platform.logLines.some((line) =>
        line.includes('other/primary is left out until it is back: it is a replica of another'),
      ),
    );
    expect(replica.isAvailable).toBe(false);
    await replica.close();
  });

  it('stops answering reads from the primary', async () => {
    const proxy = await SilentDatabaseProxy.to(suite.servers.replicaUrl);
    const database = await start({ DATABASE_READ_URLS: proxy.url });
    await suite.untilOnReplica(database);
    proxy.pause();
    expect(await suite.read(database)).toMatchObject({ isReplica: false });
    proxy.resume();
    await suite.untilOnReplica(database);
    await other?.close();
    other = undefined;
    await proxy.close();
  });

  it('follows a primary with asynchronous commits reads what was just written', async () => {
    const database = await start({
      DATABASE_URL: `${suite.servers.primaryUrl}?options=-csynchronous_commit%3Doff`,
      DATABASE_READ_URLS: suite.servers.replicaUrl,
    });
    expect(await other?.database.query('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'off' }]);
    await suite.untilOnReplica(database);
    for (let write = 0; write < 20; write += 1) {
      const { readings } = await suite.read(database);
      await database.run(ADD_READING);
      expect((await suite.read(database)).readings).toBe(readings + 1);
    }
  });
});
