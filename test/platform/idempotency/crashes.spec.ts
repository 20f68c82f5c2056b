import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Platform, startPlatform } from '../../support/platform';
import { ModelServer, staysSilent } from '../../support/model-server';
import { CommitLossProxy, type Loss } from './commit-loss-proxy';
import { DATE, KeyedCaller, errorOf, responseOf } from './keyed-caller';
import { ServerProcess } from '../../support/server-process';

const CONSULTATION = { pathologyName: 'Malaria', consultationDate: DATE };
const STORING = `query LIKE '%INSERT INTO idempotent_answer%' AND wait_event_type = 'Lock'`;
const IN_PROGRESS =
  'Idempotency-Key: the first call with this key still runs; send it again in a second for its answer';

describe('a call with an idempotency key that is interrupted', () => {
  let platform: Platform;
  let otherCaller: KeyedCaller;
  let cookie: string;
  let holder: Client;
  let observer: Client;

  beforeAll(async () => {
    platform = await startPlatform();
    cookie = await platform.session({ role: 'doctor', country: 'KE' });
    otherCaller = new KeyedCaller(await platform.listen(), cookie);
    holder = new Client({ connectionString: platform.databaseUrl });
    observer = new Client({ connectionString: platform.databaseUrl });
    await holder.connect();
    await observer.connect();
  });

  afterAll(async () => {
    await holder.end();
    await observer.end();
    await platform.close();
  });

  async function countConsultations(patientId: string): Promise<number> {
    const { rows } = await observer.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM consultation WHERE patient_id = $1',
      [patientId],
    );
    return rows[0]?.n ?? -1;
  }

  async function countCases(): Promise<number> {
    const { rows } = await observer.query<{ n: number }>(
      'SELECT coalesce(sum(cases), 0)::integer AS n FROM pathology_daily_count',
    );
    return rows[0]?.n ?? -1;
  }

  /** Waits until `count` connections match a condition on pg_stat_activity. */
  async function waitForConnections(condition: string, count: number): Promise<void> {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const { rowCount } = await observer.query(`SELECT FROM pg_stat_activity WHERE ${condition}`);
      if (rowCount === count) return;
      if (Date.now() > deadline) throw new Error(`${rowCount} connections: ${condition}`);
      await wait(20);
    }
  }

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
      const input = { ...CONSULTATION, patientId: cause };
      const previousCases = await countCases();
      try {
        const interrupted = new KeyedCaller(server.origin, cookie)
          .send('consultations.record', input, `"${cause.replaceAll(' ', '-')}"`)
          .catch(() => undefined);
        await blockStoring(async () => {
          await waitForConnections(STORING, 1);
          const concurrent = await otherCaller.send(
            'consultations.record',
            input,
            cause.replaceAll(' ', '-'),
          );
          expect(errorOf(concurrent)).toEqual({ status: 409, message: IN_PROGRESS });
          expect(concurrent.headers['retry-after']).toBe('1');
          if (cause === 'a killed process') server.kill();
          else
            await observer.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${STORING}`);
          const reply = await interrupted;
          expect(reply?.status ?? 500).toBe(500);
        });
        await waitForConnections(STORING, 0);
        await waitForConnections(`state = 'idle in transaction'`, 0);
        expect(await countConsultations(cause)).toBe(0);
        const retry = await otherCaller.send('consultations.record', input, cause.replaceAll(' ', '-'));
        expect(responseOf(retry)).toMatchObject({ status: 200, replayed: false });
        const again = await otherCaller.send('consultations.record', input, cause.replaceAll(' ', '-'));
        expect(responseOf(again)).toEqual({ ...responseOf(retry), replayed: true });
        expect(await countConsultations(cause)).toBe(1);
        expect(await countCases()).toBe(previousCases + 1);
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
      const platformBehindProxy = await startPlatform({
        DATABASE_URL: proxy.url,
        DATABASE_TIMEOUT_MS: '600',
      });
      const caller = new KeyedCaller(await platformBehindProxy.listen(), cookie);
      const input = { ...CONSULTATION, patientId: `lost ${loss}` };
      proxy.loseNextCommit(loss);
      const interrupted = await caller.send('consultations.record', input, `lost-${loss}`);
      expect(errorOf(interrupted).status).toBe(500);
      await waitForConnections(`state = 'idle in transaction'`, 0);
      expect(await countConsultations(input.patientId)).toBe(committed ? 1 : 0);
      const retry = await caller.send('consultations.record', input, `lost-${loss}`);
      expect(responseOf(retry)).toMatchObject({ status: 200, replayed: committed });
      const again = await otherCaller.send('consultations.record', input, `lost-${loss}`);
      expect(responseOf(again)).toEqual({ ...responseOf(retry), replayed: true });
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
    await observer.query(
      `UPDATE idempotent_answer SET expires_at = now() - interval '1 second' WHERE key = 'chat'`,
    );
    const later = await otherCaller.send('chatbot.sendMessage', input, 'chat');
    expect(responseOf(later)).toMatchObject({ status: 200, replayed: false });
    expect(responseOf(await otherCaller.send('chatbot.sendMessage', input, 'chat'))).toEqual({
      ...responseOf(later),
      replayed: true,
    });
  });
});
