import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { checkoutRoot } from '../../../dev/checkout';
import { Database } from '../../../src/platform/database/database';
import { integer } from '../../../src/platform/database/parameter';
import { ReadReplica } from '../../../src/platform/database/read-replica';
import { registeredStatements, statement } from '../../../src/platform/database/statement';
import { recordConsultation } from '../../contract/consultations';
import { serverUrl } from '../../support/database-server';
import { failure, payload, PlainCaller } from '../../support/plain-caller';
import { type Platform, startPlatform, suitePlatform } from '../../support/platform';
import { type ReplicatedServers, startReplicatedServers } from '../../support/replicated-servers';
import { until } from '../../support/until';
import { SilentDatabaseProxy } from '../probes/silent-database-proxy';

// Every file that declares statements.
const load = createRequire(__filename);
const SOURCE = join(checkoutRoot, 'src');
for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.sql.ts')) load(join(SOURCE, file));

const READ = statement({
  name: 'test_read_readings',
  text: 'SELECT pg_is_in_recovery() AS "isReplica", (SELECT count(*)::integer FROM reading) AS readings',
  row: z.object({ isReplica: z.boolean(), readings: z.int() }),
  connection: 'replica',
});
const FAIL_ON_REPLICA = statement({
  name: 'test_fail_on_replica',
  text: 'SELECT 12 / (CASE WHEN pg_is_in_recovery() THEN 0 ELSE $divisor::integer END) AS quotient',
  parameters: { divisor: integer() },
  row: z.object({ quotient: z.int() }),
  connection: 'replica',
});
const SLEEP_ON_REPLICA = statement({
  name: 'test_sleep_on_replica',
  text: `SELECT CASE WHEN pg_is_in_recovery() THEN pg_sleep(60)::text ELSE 'primary' END AS server`,
  row: z.object({ server: z.string() }),
  connection: 'replica',
});
const ADD_READING = statement({ name: 'test_add_reading', text: 'INSERT INTO reading DEFAULT VALUES' });

let servers: ReplicatedServers;

beforeAll(async () => {
  servers = await startReplicatedServers();
});

afterAll(async () => {
  await servers.stop();
});

function read(database = platform.app.get(Database)): Promise<z.output<typeof READ.row>> {
  return database.one(READ);
}

/** Waits until the replica runs reads. */
async function untilOnReplica(database = platform.app.get(Database)): Promise<void> {
  await until('the replica runs reads', async () => (await read(database)).isReplica);
}

/** Its log has the lines of later platforms, too: it is the first of the process. */
const platform = suitePlatform(() => ({
  DATABASE_URL: servers.primaryUrl,
  DATABASE_READ_URLS: servers.replicaUrl,
}));

/** Lines of the log about a replica. */
function linesAbout(replicaUrl: string, text: string): string[] {
  const { host, pathname } = new URL(replicaUrl);
  return platform.logLines.filter((line) => line.includes(`${host}${pathname} ${text}`));
}

describe('a platform with a read replica', () => {
  let anonymous: PlainCaller;

  beforeAll(async () => {
    await platform.database.query('CREATE TABLE reading (id bigint GENERATED ALWAYS AS IDENTITY)');
    anonymous = new PlainCaller(await platform.listen());
    await untilOnReplica();
  });

  const as = async (role: 'doctor' | 'ministry', country: string) =>
    anonymous.as(await platform.session({ role, country, email: `${role}-${country}@example.org` }));

  const statistics = async (caller: PlainCaller, period: string) =>
    payload(await caller.get('health.pathologies', { period }));

  const list = async (caller: PlainCaller) => payload(await caller.post('consultations.list', {}));

  /** Returns whether the last statement of one of the platform's connections to the replica contains a text. */
  const hasRunOnReplica = async (text: string) =>
    (
      await servers.queryReplica(
        `SELECT FROM pg_stat_activity WHERE application_name = 'health-platform' AND query LIKE '%${text}%'`,
      )
    ).length > 0;

  it('runs statistics and lists on the replica', async () => {
    const doctor = await as('doctor', 'KE');
    const ministry = await as('ministry', 'KE');
    await recordConsultation(doctor, { consultationDate: '2023-05-06T07:08:09Z' });
    let year = 1990;
    await until('statistics come from the replica', async () => {
      await statistics(ministry, String((year += 1)));
      return hasRunOnReplica('icd10 IS NOT NULL');
    });
    await until('lists come from the replica', async () => {
      expect(await list(doctor)).toMatchObject({ data: { consultations: [{ pathologyName: 'Cholera' }] } });
      return hasRunOnReplica('c.recorded_by =');
    });
    expect(await statistics(ministry, '2023')).toMatchObject({ data: [{ name: 'Cholera', count: 1 }] });
  });

  it('runs the statements of a transaction on the primary', async () => {
    await untilOnReplica();
    const inTransaction = platform.app.get(Database).transaction((transaction) => transaction.one(READ));
    expect(await inTransaction).toMatchObject({ isReplica: false });
  });

  it('reads what was just written although the replica has not received it', async () => {
    await untilOnReplica();
    await servers.pauseReplay();
    try {
      const { readings } = await read();
      await platform.app.get(Database).run(ADD_READING);
      expect(await read()).toEqual({ isReplica: false, readings: readings + 1 });
      const doctor = await as('doctor', 'UG');
      await recordConsultation(doctor, { consultationDate: '2022-05-06T07:08:09Z' });
      expect(await list(doctor)).toMatchObject({ data: { consultations: [{ country: 'UG' }] } });
      expect(await statistics(await as('ministry', 'UG'), '2022')).toMatchObject({
        data: [{ name: 'Cholera', count: 1 }],
      });
    } finally {
      await servers.resumeReplay();
    }
    await untilOnReplica();
  });

  it('returns stored responses only while they are as new as the primary', async () => {
    const doctor = await as('doctor', 'RW');
    const ministry = await as('ministry', 'RW');
    for (let count = 1; count <= 10; count += 1) {
      await recordConsultation(doctor, { consultationDate: '2021-05-06T07:08:09Z' });
      expect(await statistics(ministry, '2021')).toMatchObject({ data: [{ name: 'Cholera', count }] });
    }
  });

  it('reads what another process wrote', async () => {
    await untilOnReplica();
    const other = new Client({ connectionString: servers.primaryUrl });
    await other.connect();
    try {
      for (let write = 0; write < 50; write += 1) {
        const { rows } = await other.query<{ count: number }>(
          'WITH added AS (INSERT INTO reading DEFAULT VALUES) SELECT count(*)::integer + 1 AS count FROM reading',
        );
        expect((await read()).readings).toBe(rows[0]?.count);
      }
    } finally {
      await other.end();
    }
    await untilOnReplica();
  });

  it('repeats a statement on the primary that failed on the replica', async () => {
    await untilOnReplica();
    const database = platform.app.get(Database);
    expect(await database.one(FAIL_ON_REPLICA, { divisor: 4 })).toEqual({ quotient: 3 });
    await expect(database.one(FAIL_ON_REPLICA, { divisor: 0 })).rejects.toThrow('division by zero');
  });

  it('denies other countries and shows nothing of other accounts', async () => {
    await recordConsultation(await as('doctor', 'TZ'), { consultationDate: '2020-05-06T07:08:09Z' });
    await untilOnReplica();
    const kenya = await as('ministry', 'KE');
    const denied = await kenya.get('health.countryBreakdown', { period: '2020', country: 'TZ' });
    expect(failure(denied)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await statistics(kenya, '2020')).toMatchObject({ data: [] });
    expect(await statistics(await as('ministry', 'TZ'), '2020')).toMatchObject({ data: [{ count: 1 }] });
    expect(await list(await as('doctor', 'TZ'))).toMatchObject({ data: { consultations: [] } });
  });

  it('fails no read when the replica ends, and uses it again when it is back', async () => {
    await untilOnReplica();
    const reads: Promise<{ isReplica: boolean }>[] = [];
    const timer = setInterval(() => reads.push(read(), read(), read()), 2);
    try {
      await until('reads run', () => reads.length > 50);
      await servers.killReplica();
      await until('the end is reported', () => linesAbout(servers.replicaUrl, 'is left out').length > 0);
    } finally {
      clearInterval(timer);
    }
    const results = await Promise.allSettled(reads);
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await read()).toMatchObject({ isReplica: false });
    await servers.startReplica();
    await untilOnReplica();
    expect(linesAbout(servers.replicaUrl, 'is back')).not.toEqual([]);
  });

  it.each(
    registeredStatements().filter(
      ({ name, connection }) => connection === 'replica' && !name.startsWith('test_'),
    ),
  )('can run $name on a replica', async ({ sql, order }) => {
    const replica = new Client({ connectionString: servers.replicaUrl });
    await replica.connect();
    try {
      await expect(
        replica.query(
          sql,
          order.map(() => null),
        ),
      ).resolves.toHaveProperty('rows');
    } finally {
      await replica.end();
    }
  });
});

describe('a read replica', () => {
  let replica: ReadReplica;

  beforeEach(async () => {
    const [system] = await servers.queryReplica(
      'SELECT system_identifier::text AS id FROM pg_control_system()',
    );
    const { id } = z.object({ id: z.string() }).parse(system);
    const primary = { readPosition: () => Promise.resolve('0/0'), readSystemId: () => Promise.resolve(id) };
    replica = new ReadReplica('tested', { connectionString: servers.replicaUrl }, primary);
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
    other = await startPlatform({ DATABASE_URL: servers.primaryUrl, ...settings });
    return other.app.get(Database);
  };

  afterEach(async () => {
    await other?.close();
    other = undefined;
  });

  it.each([
    ['does not exist', 'it cannot be read', () => 'postgres://user:secret-word@127.0.0.1:1/none'],
    ['is the primary itself', 'it is no replica', () => servers.primaryUrl],
    ['is a primary of its own', 'it is no replica', () => serverUrl()],
  ])('%s starts, warns once, and reads from the primary', async (_case, problem, replicaUrl) => {
    const database = await start({ DATABASE_READ_URLS: replicaUrl() });
    expect(await read(database)).toMatchObject({ isReplica: false });
    const warnings = () => linesAbout(replicaUrl(), 'is left out');
    await until('the problem is reported', () => warnings().length > 0);
    expect(warnings()).toEqual([expect.stringContaining(problem)]);
    expect(warnings().join()).not.toContain(new URL(replicaUrl()).password);
    expect(await read(database)).toMatchObject({ isReplica: false });
  });

  it('does not finish a statement in time reports it, and does not run it on the primary', async () => {
    const settings = { DATABASE_READ_URLS: servers.replicaUrl, DATABASE_TIMEOUT_MS: '500' };
    const database = await start(settings);
    await untilOnReplica(database);
    await expect(database.one(SLEEP_ON_REPLICA)).rejects.toThrow('due to statement timeout');
    expect(await read(database)).toMatchObject({ isReplica: true });
  });

  it('follows another primary is not used', async () => {
    const primary = {
      readPosition: () => Promise.resolve('0/0'),
      readSystemId: () => Promise.resolve('1'),
    };
    const replica = new ReadReplica('other/primary', { connectionString: servers.replicaUrl }, primary);
    replica.start();
    await until('the problem is reported', () =>
      platform.logLines.some((line) =>
        line.includes('other/primary is left out until it is back: it is a replica of another'),
      ),
    );
    expect(replica.isAvailable).toBe(false);
    await replica.close();
  });

  it('stops answering reads from the primary', async () => {
    const proxy = await SilentDatabaseProxy.to(servers.replicaUrl);
    const database = await start({ DATABASE_READ_URLS: proxy.url });
    await untilOnReplica(database);
    proxy.pause();
    expect(await read(database)).toMatchObject({ isReplica: false });
    proxy.resume();
    await untilOnReplica(database);
    await other?.close();
    other = undefined;
    await proxy.close();
  });

  it('follows a primary with asynchronous commits reads what was just written', async () => {
    const database = await start({
      DATABASE_URL: `${servers.primaryUrl}?options=-csynchronous_commit%3Doff`,
      DATABASE_READ_URLS: servers.replicaUrl,
    });
    expect(await other?.database.query('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'off' }]);
    await untilOnReplica(database);
    for (let write = 0; write < 20; write += 1) {
      const { readings } = await read(database);
      await database.run(ADD_READING);
      expect((await read(database)).readings).toBe(readings + 1);
    }
  });
});
