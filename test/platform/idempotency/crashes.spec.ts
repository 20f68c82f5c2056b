import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Platform, startPlatform } from '../../support/platform';
import { ModelServer, staysSilent } from '../../support/model-server';
import { CommitLine, type Loss } from './commit-line';
import { DATE, KeyedCaller, refused, told } from './keyed-caller';
import { ServerProcess } from '../../support/server-process';

const CONSULTATION = { pathologyName: 'Malaria', consultationDate: DATE };
const STORING = `query LIKE '%INSERT INTO idempotent_answer%' AND wait_event_type = 'Lock'`;
const IN_PROGRESS =
  'Idempotency-Key: the first call with this key still runs; send it again in a second for its answer';

describe('a call under a key that is cut off in the middle', () => {
  let platform: Platform;
  let survivor: KeyedCaller;
  let cookie: string;
  let holder: Client;
  let observer: Client;

  beforeAll(async () => {
    platform = await startPlatform();
    cookie = await platform.session({ role: 'doctor', country: 'KE' });
    survivor = new KeyedCaller(await platform.listen(), cookie);
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

  async function recorded(patientId: string): Promise<number> {
    const { rows } = await observer.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM consultation WHERE patient_id = $1',
      [patientId],
    );
    return rows[0]?.n ?? -1;
  }

  async function cases(): Promise<number> {
    const { rows } = await observer.query<{ n: number }>(
      'SELECT coalesce(sum(cases), 0)::integer AS n FROM pathology_daily_count',
    );
    return rows[0]?.n ?? -1;
  }

  /** Until some connections, or none, are at a place. */
  async function until(place: string, count: number): Promise<void> {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const { rowCount } = await observer.query(`SELECT FROM pg_stat_activity WHERE ${place}`);
      if (rowCount === count) return;
      if (Date.now() > deadline) throw new Error(`${rowCount} connections at ${place}`);
      await wait(20);
    }
  }

  /** Stops whoever has done its work just before it can store its answer. */
  async function beforeStoring(meanwhile: () => Promise<void>): Promise<void> {
    await holder.query('BEGIN; LOCK TABLE idempotent_answer IN EXCLUSIVE MODE');
    try {
      await meanwhile();
    } finally {
      await holder.query('ROLLBACK');
    }
  }

  it.each(['a process that is killed', 'a connection that is terminated'])(
    'has done nothing, and is done once when it is repeated: %s between work and storing',
    async (way) => {
      const server = await ServerProcess.start({ DATABASE_URL: platform.databaseUrl });
      const input = { ...CONSULTATION, patientId: way };
      const before = await cases();
      try {
        const cut = new KeyedCaller(server.origin, cookie)
          .send('consultations.record', input, `"${way.replaceAll(' ', '-')}"`)
          .catch(() => undefined);
        await beforeStoring(async () => {
          await until(STORING, 1);
          const meanwhile = await survivor.send('consultations.record', input, way.replaceAll(' ', '-'));
          expect(refused(meanwhile)).toEqual({ status: 409, message: IN_PROGRESS });
          expect(meanwhile.headers['retry-after']).toBe('1');
          if (way.startsWith('a process')) server.kill();
          else
            await observer.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${STORING}`);
          const reply = await cut;
          expect(reply?.status ?? 500).toBe(500);
        });
        await until(STORING, 0);
        await until(`state = 'idle in transaction'`, 0);
        expect(await recorded(way)).toBe(0);
        const repeated = await survivor.send('consultations.record', input, way.replaceAll(' ', '-'));
        expect(told(repeated)).toMatchObject({ status: 200, replayed: false });
        const again = await survivor.send('consultations.record', input, way.replaceAll(' ', '-'));
        expect(told(again)).toEqual({ ...told(repeated), replayed: true });
        expect(await recorded(way)).toBe(1);
        expect(await cases()).toBe(before + 1);
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
    'is not answered as done where the %s of its commit is lost, and is done once when it is repeated',
    async (loss, committed) => {
      const line = await CommitLine.to(platform.databaseUrl);
      const cutOff = await startPlatform({ DATABASE_URL: line.url, DATABASE_TIMEOUT_MS: '600' });
      const caller = new KeyedCaller(await cutOff.listen(), cookie);
      const input = { ...CONSULTATION, patientId: `lost ${loss}` };
      line.loseNext(loss);
      const cut = await caller.send('consultations.record', input, `lost-${loss}`);
      expect(refused(cut).status).toBe(500);
      await until(`state = 'idle in transaction'`, 0);
      expect(await recorded(input.patientId)).toBe(committed ? 1 : 0);
      const repeated = await caller.send('consultations.record', input, `lost-${loss}`);
      expect(told(repeated)).toMatchObject({ status: 200, replayed: committed });
      const again = await survivor.send('consultations.record', input, `lost-${loss}`);
      expect(told(again)).toEqual({ ...told(repeated), replayed: true });
      expect(await recorded(input.patientId)).toBe(1);
      await cutOff.close();
      await line.close();
    },
  );

  it('may be repeated to the assistant once the time is over in which a process that was killed could have answered', async () => {
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
      const cut = new KeyedCaller(server.origin, cookie)
        .send('chatbot.sendMessage', input, 'chat')
        .catch(() => undefined);
      while (model.requests.length === 0) await wait(20);
      server.kill();
      expect(await cut).toBeUndefined();
    } finally {
      server.kill();
      await model.close();
    }
    const early = await survivor.send('chatbot.sendMessage', input, 'chat');
    expect(refused(early)).toEqual({ status: 409, message: IN_PROGRESS });
    await observer.query(
      `UPDATE idempotent_answer SET expires_at = now() - interval '1 second' WHERE key = 'chat'`,
    );
    const later = await survivor.send('chatbot.sendMessage', input, 'chat');
    expect(told(later)).toMatchObject({ status: 200, replayed: false });
    expect(told(await survivor.send('chatbot.sendMessage', input, 'chat'))).toEqual({
      ...told(later),
      replayed: true,
    });
  });
});
