import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { checkoutRoot } from '../../../dev/checkout';
import { Database } from '../../../src/platform/database/database';
import { integer } from '../../../src/platform/database/parameter';
import { registeredStatements, statement } from '../../../src/platform/database/statement';
import { recordConsultation } from '../../contract/consultations';
import { failure, payload, PlainCaller } from '../../support/plain-caller';
import { until } from '../../support/until';
import { ADD_READING, READ, suiteReplicas } from './replica-suite';

// Every file that declares statements.
const load = createRequire(__filename);
const SOURCE = join(checkoutRoot, 'src');
for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.sql.ts')) load(join(SOURCE, file));

const FAIL_ON_REPLICA = statement({
  name: 'test_fail_on_replica',
  text: 'SELECT 12 / (CASE WHEN pg_is_in_recovery() THEN 0 ELSE $divisor::integer END) AS quotient',
  parameters: { divisor: integer() },
  row: z.object({ quotient: z.int() }),
  connection: 'replica',
});

describe('a platform with a read replica', () => {
  const suite = suiteReplicas();
  const { platform } = suite;
  let anonymous: PlainCaller;

  beforeAll(async () => {
    anonymous = new PlainCaller(await platform.listen());
    await suite.untilOnReplica();
  });

  const as = async (role: 'doctor' | 'ministry', country: string) =>
    anonymous.as(await platform.session({ role, country, email: `${role}-${country}@example.org` }));

  const statistics = async (caller: PlainCaller, period: string) =>
    payload(await caller.get('health.pathologies', { period }));

  const list = async (caller: PlainCaller) => payload(await caller.post('consultations.list', {}));

  /** Returns whether the last statement of one of the platform's connections to the replica contains a text. */
  const hasRunOnReplica = async (text: string) =>
    (
      await suite.servers.queryReplica(
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
    await suite.untilOnReplica();
    const inTransaction = platform.app.get(Database).transaction((transaction) => transaction.one(READ));
    expect(await inTransaction).toMatchObject({ isReplica: false });
  });

  it('reads what was just written although the replica has not received it', async () => {
    await suite.untilOnReplica();
    await suite.servers.pauseReplay();
    try {
      const { readings } = await suite.read();
      await platform.app.get(Database).run(ADD_READING);
      expect(await suite.read()).toEqual({ isReplica: false, readings: readings + 1 });
      const doctor = await as('doctor', 'UG');
      await recordConsultation(doctor, { consultationDate: '2022-05-06T07:08:09Z' });
      expect(await list(doctor)).toMatchObject({ data: { consultations: [{ country: 'UG' }] } });
      expect(await statistics(await as('ministry', 'UG'), '2022')).toMatchObject({
        data: [{ name: 'Cholera', count: 1 }],
      });
    } finally {
      await suite.servers.resumeReplay();
    }
    await suite.untilOnReplica();
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
    await suite.untilOnReplica();
    const other = new Client({ connectionString: suite.servers.primaryUrl });
    await other.connect();
    try {
      for (let write = 0; write < 50; write += 1) {
        const { rows } = await other.query<{ count: number }>(
          'WITH added AS (INSERT INTO reading DEFAULT VALUES) SELECT count(*)::integer + 1 AS count FROM reading',
        );
        expect((await suite.read()).readings).toBe(rows[0]?.count);
      }
    } finally {
      await other.end();
    }
    await suite.untilOnReplica();
  });

  it('repeats a statement on the primary that failed on the replica', async () => {
    await suite.untilOnReplica();
    const database = platform.app.get(Database);
    expect(await database.one(FAIL_ON_REPLICA, { divisor: 4 })).toEqual({ quotient: 3 });
    await expect(database.one(FAIL_ON_REPLICA, { divisor: 0 })).rejects.toThrow('division by zero');
  });

  it('denies other countries and shows nothing of other accounts', async () => {
    await recordConsultation(await as('doctor', 'TZ'), { consultationDate: '2020-05-06T07:08:09Z' });
    await suite.untilOnReplica();
    const kenya = await as('ministry', 'KE');
    const denied = await kenya.get('health.countryBreakdown', { period: '2020', country: 'TZ' });
    expect(failure(denied)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await statistics(kenya, '2020')).toMatchObject({ data: [] });
    expect(await statistics(await as('ministry', 'TZ'), '2020')).toMatchObject({ data: [{ count: 1 }] });
    expect(await list(await as('doctor', 'TZ'))).toMatchObject({ data: { consultations: [] } });
  });

  it('fails no read when the replica ends, and uses it again when it is back', async () => {
    await suite.untilOnReplica();
    const reads: Promise<{ isReplica: boolean }>[] = [];
    const timer = setInterval(() => reads.push(suite.read(), suite.read(), suite.read()), 2);
    try {
      await until('reads run', () => reads.length > 50);
      await suite.servers.killReplica();
      await until(
        'the end is reported',
        () => suite.linesAbout(suite.servers.replicaUrl, 'is left out').length > 0,
      );
    } finally {
      clearInterval(timer);
    }
    const results = await Promise.allSettled(reads);
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await suite.read()).toMatchObject({ isReplica: false });
    await suite.servers.startReplica();
    await suite.untilOnReplica();
    expect(suite.linesAbout(suite.servers.replicaUrl, 'is back')).not.toEqual([]);
  });

  it.each(
    registeredStatements().filter(
      ({ name, connection }) => connection === 'replica' && !name.startsWith('test_'),
    ),
  )('can run $name on a replica', async ({ sql, order }) => {
    const replica = new Client({ connectionString: suite.servers.replicaUrl });
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
