import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { ModelServer, staysSilent } from '../../support/model-server';
import { startPlatform } from '../../support/platform';
import { ServerProcess } from '../../support/server-process';
import { until } from '../../support/until';
import { CommitLossProxy, type Loss } from './commit-loss-proxy';
import { DATE, KeyedCaller, errorOf, expectFirst, expectReplay, responseOf } from './keyed-caller';
import { KeyedSuite } from './keyed-suite';

const CONSULTATION = { pathologyName: 'Malaria', consultationDate: DATE };
/** Connections of other suites to the same server do not count. */
const OWN = 'datname = current_database()';
const STORING = `${OWN} AND query LIKE '%INSERT INTO idempotent_answer%' AND wait_event_type = 'Lock'`;
const IN_PROGRESS =
  'Idempotency-Key: the first call with this key still runs; send it again in a second for its answer';

describe('a call with an idempotency key that is interrupted', () => {
  let otherCaller: KeyedCaller;
  let cookie: string;
  let holder: Client;

  // Registered before the suite drops the database.
  afterAll(() => holder.end());

  const suite = new KeyedSuite();
  const { platform } = suite;

  beforeAll(async () => {
    cookie = await platform.session({ role: 'doctor', country: 'KE' });
    otherCaller = suite.anonymous.as(cookie);
    holder = new Client({ connectionString: platform.ownerUrl });
    await holder.connect();
  });

  const countConsultations = (patientId: string) =>
    suite.count(`consultation WHERE patient_id = '${patientId}'`);

  /** Waits until `count` connections match a condition on pg_stat_activity. */
  const waitForConnections = (condition: string, count: number) =>
    until(
      `${count} connections: ${condition}`,
      async () => (await suite.count(`pg_stat_activity WHERE ${condition}`)) === count,
    );

  /** Runs work while calls cannot store their responses. */
  async function blockStoring(work: () => Promise<void>): Promise<void> {
    await holder.query('BEGIN; LOCK TABLE idempotent_answer IN EXCLUSIVE MODE');
    try {
      await work();
    } finally {
      await holder.query('ROLLBACK');
    }
  }

  it.each(['a killed process', 'a terminated connection'])(
    'changes nothing, and runs once when it is retried, after %s between work and storing',
    async (cause) => {
      const server = await ServerProcess.start({ DATABASE_URL: platform.databaseUrl });
      const [input, key] = [{ ...CONSULTATION, patientId: cause }, cause.replaceAll(' ', '-')];
      const previousCases = await suite.countCases();
      try {
        const interrupted = new KeyedCaller(server.origin, cookie)
          .record(input, `"${key}"`)
          .catch(() => undefined);
        await blockStoring(async () => {
          await waitForConnections(STORING, 1);
          const concurrent = await otherCaller.record(input, key);
          expect(errorOf(concurrent)).toEqual({ status: 409, message: IN_PROGRESS });
          expect(concurrent.headers['retry-after']).toBe('1');
          if (cause === 'a killed process') server.kill();
          else await suite.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${STORING}`);
          const reply = await interrupted;
          expect(reply?.status ?? 503).toBe(503);
        });
        await waitForConnections(STORING, 0);
        await waitForConnections(`${OWN} AND state = 'idle in transaction'`, 0);
        expect(await countConsultations(cause)).toBe(0);
        const retry = await otherCaller.record(input, key);
        expectFirst(retry);
        expectReplay(await otherCaller.record(input, key), retry);
        expect(await countConsultations(cause)).toBe(1);
        expect(await suite.countCases()).toBe(previousCases + 1);
      } finally {
        server.kill();
      }
    },
    90_000,
  );

  it.each<[Loss, boolean]>([
    ['commit', false],
    ['silence', false],
    ['answer', true],
  ])(
    'returns an error if the commit is lost (%s), and runs once when it is retried',
    async (loss, committed) => {
      const proxy = await CommitLossProxy.to(platform.databaseUrl);
      const settings = { DATABASE_URL: proxy.url, DATABASE_TIMEOUT_MS: '600' };
      const platformBehindProxy = await startPlatform(settings);
      const caller = new KeyedCaller(await platformBehindProxy.listen(), cookie);
      const [input, key] = [{ ...CONSULTATION, patientId: `lost ${loss}` }, `lost-${loss}`];
      proxy.loseNextCommit(loss);
      expect(errorOf(await caller.record(input, key)).status).toBe(503);
      await waitForConnections(`${OWN} AND state = 'idle in transaction'`, 0);
      expect(await countConsultations(input.patientId)).toBe(committed ? 1 : 0);
      const retry = await caller.record(input, key);
      expect(responseOf(retry)).toMatchObject({ status: 200, replayed: committed });
      expectReplay(await otherCaller.record(input, key), retry);
      expect(await countConsultations(input.patientId)).toBe(1);
      await platformBehindProxy.close();
      await proxy.close();
    },
  );

  it('calls the assistant again once the lease of a killed process has expired', async () => {
    const model = await ModelServer.start();
    model.behave(staysSilent);
    const server = await ServerProcess.start({
      DATABASE_URL: platform.databaseUrl,
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_API_KEY: 'none',
    });
    const input = { message: 'I have a rash' };
    try {
      const interrupted = new KeyedCaller(server.origin, cookie)
        .send('chatbot.sendMessage', input, 'chat')
        .catch(() => undefined);
      while (model.requests.length === 0) await wait(20);
      server.kill();
      expect(await interrupted).toBeUndefined();
    } finally {
      server.kill();
      await model.close();
    }
    const early = await otherCaller.send('chatbot.sendMessage', input, 'chat');
    expect(errorOf(early)).toEqual({ status: 409, message: IN_PROGRESS });
    await suite.query(
      `UPDATE idempotent_answer SET expires_at = now() - interval '1 second' WHERE key = 'chat'`,
    );
    const later = await otherCaller.send('chatbot.sendMessage', input, 'chat');
    expectFirst(later);
    expectReplay(await otherCaller.send('chatbot.sendMessage', input, 'chat'), later);
  });
});
