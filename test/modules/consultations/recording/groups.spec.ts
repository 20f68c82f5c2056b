import type { Socket } from 'node:net';
import { RECORD_CONSULTATION_GROUP } from '../../../../src/modules/consultations/recording/consultation-recording.sql';
import { CONSULTATION, countConsultations, recordConsultation } from '../../../contract/consultations';
import { ALL_CASES } from '../../../support/daily-counts';
import { ListeningSuite } from '../../../support/listening-suite';
import { DatabaseProxy } from '../../../support/database-proxy';
import { countConnections } from '../../../support/loopback';
import { PlainCaller, payload } from '../../../support/plain-caller';
import { startPlatform } from '../../../support/platform';
import { until } from '../../../support/until';

/** A second group would wait by then. */
const ONE_GROUP_MS = 2_000;

describe('consultations that are recorded at the same time', () => {
  const here = new ListeningSuite();

  beforeEach(async () => {
    await here.database.query('ALTER TABLE consultation DISABLE TRIGGER USER');
    await here.database.query('TRUNCATE consultation, pathology_daily_count');
    await here.database.query('ALTER TABLE consultation ENABLE TRIGGER USER');
  });

  /** Sends requests while the table is locked, so that their records wait and form groups. */
  async function sendDuringLock<T>(requests: readonly (() => Promise<T>)[]): Promise<T[]> {
    const runner = here.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE consultation IN ACCESS EXCLUSIVE MODE');
    try {
      const responses = Promise.all(requests.map((send) => send()));
      responses.catch(() => undefined);
      await until(
        'all requests have arrived',
        async () => (await countConnections(here.platform.server)) >= requests.length,
      );
      const arrivedAt = Date.now();
      await until('two groups wait for the lock, or one with all requests', async () => {
        const waiting = await here.database.query<object[]>(
          `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'consultation'::regclass`,
        );
        return waiting.length === 2 || (waiting.length === 1 && Date.now() - arrivedAt > ONE_GROUP_MS);
      });
      await runner.commitTransaction();
      return await responses;
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      await runner.release();
    }
  }

  const countCases = async () => {
    const [{ cases }] = await here.database.query<[{ cases: number }]>(
      `SELECT coalesce(sum(cases), 0)::integer AS cases FROM ${ALL_CASES} d`,
    );
    return cases;
  };

  const countStatements = async () => {
    const [{ count }] = await here.database.query<[{ count: number }]>(
      'SELECT count(DISTINCT xmin::text)::integer AS count FROM consultation',
    );
    return count;
  };

  it('share a few statements, and each caller receives its own record', async () => {
    const doctors = await Promise.all(['KE', 'UG', null].map((country) => here.doctor(country)));
    const sent = Array.from({ length: 60 }, (_none, index) => ({
      patientId: `P-${index}`,
      pathologyName: ['Malaria', 'paludisme', 'Cholera'][index % 3] ?? '',
      consultationDate: `2024-0${(index % 9) + 1}-06T07:08:09.000Z`,
    }));
    const records = await sendDuringLock(
      sent.map((input, index) => () => {
        const doctor = doctors[index % doctors.length];
        if (!doctor) throw new Error('a doctor for each index');
        return recordConsultation(doctor, input);
      }),
    );
    const shown = ['Malaria', 'Malaria', 'Cholera'];
    expect(records).toMatchObject(
      sent.map(({ patientId, consultationDate }, index) => ({
        patientId,
        consultationDate,
        pathologyName: shown[index % 3],
        country: ['KE', 'UG', 'ZZ'][index % 3],
      })),
    );
    expect(new Set(records.map(({ id }) => id)).size).toBe(60);
    // On a busy machine, they arrive in more groups.
    expect(await countStatements()).toBeLessThanOrEqual(30);
    expect(await countCases()).toBe(60);
  });

  it('are recorded once each if one of them is refused by the database', async () => {
    await here.database.query(
      `ALTER TABLE consultation ADD CONSTRAINT no_poison CHECK (patient_id <> 'poison')`,
    );
    try {
      const doctor = await here.doctor('KE');
      const patients = [...Array.from({ length: 20 }, (_none, index) => `P-${index}`), 'poison'];
      const responses = await sendDuringLock(
        patients.map(
          (patientId) => () => doctor.post('consultations.record', { ...CONSULTATION, patientId }),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual([...Array<number>(20).fill(200), 500]);
      expect(new Set(responses.slice(0, 20).map((response) => JSON.stringify(payload(response)))).size).toBe(
        20,
      );
      expect([await countConsultations(here.database), await countCases()]).toEqual([20, 20]);
    } finally {
      await here.database.query('ALTER TABLE consultation DROP CONSTRAINT no_poison');
    }
  });

  it('are not recorded again if the response of the database is lost', async () => {
    const proxy = await GroupLossProxy.to(here.platform.databaseUrl);
    const platform = await startPlatform({ DATABASE_URL: proxy.url });
    try {
      const doctor = new PlainCaller(
        await platform.listen(),
        await here.platform.session({ role: 'doctor' }),
      );
      await recordConsultation(doctor);
      const responses = await Promise.all(
        Array.from({ length: 60 }, (_none, index) =>
          doctor.post('consultations.record', { ...CONSULTATION, patientId: `P-${index}` }),
        ),
      );
      expect(responses.filter(({ status }) => status === 503).length).toBeGreaterThan(1);
      expect([await countConsultations(here.database), await countCases()]).toEqual([61, 61]);
    } finally {
      await platform.close();
      await proxy.close();
    }
  });
});

/** Forwards the first statement that records a group, and closes the connection instead of forwarding its response. */
class GroupLossProxy extends DatabaseProxy {
  private hasLost = false;

  static to(databaseUrl: string): Promise<GroupLossProxy> {
    return new GroupLossProxy(databaseUrl).listen();
  }

  protected connectSockets(client: Socket, database: Socket): void {
    let isResponseLost = false;
    client.on('data', (chunk: Buffer) => {
      if (!this.hasLost && chunk.includes(RECORD_CONSULTATION_GROUP.name)) {
        this.hasLost = true;
        isResponseLost = true;
      }
      database.write(chunk);
    });
    database.on('data', (chunk: Buffer) => {
      if (isResponseLost) client.destroy();
      else client.write(chunk);
    });
  }
}
