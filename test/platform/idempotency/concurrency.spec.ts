import { setTimeout as wait } from 'node:timers/promises';
import type { RawResponse } from '../../support/raw-request';
import { ModelServer, after, completes, staysSilent } from '../../support/model-server';
import { type Platform, startPlatform } from '../../support/platform';
import { DATE, KeyedCaller, refused, told } from './keyed-caller';
import { ServerProcess } from '../../support/server-process';

const CONSULTATION = { pathologyName: 'Malaria', consultationDate: DATE };

describe('a call that is sent many times at once under one key', () => {
  let platform: Platform;
  let other: ServerProcess;
  let model: ModelServer;
  let cookie: string;
  let callers: readonly KeyedCaller[];

  beforeAll(async () => {
    model = await ModelServer.start();
    const assistant = { CHATBOT_PROVIDER: 'openai', OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'none' };
    platform = await startPlatform({ ...assistant, OPENAI_MAX_RETRIES: '0' });
    other = await ServerProcess.start({
      ...assistant,
      DATABASE_URL: platform.databaseUrl,
      DATABASE_POOL_SIZE: '3',
    });
    cookie = await platform.session({ role: 'doctor', country: 'KE' });
    callers = [await platform.listen(), other.origin].map((origin) => new KeyedCaller(origin, cookie));
  });

  afterAll(async () => {
    other.kill();
    await platform.close();
    await model.close();
  });

  function sendAll(copies: number, procedure: string, [input, key]: [unknown, string]): Promise<RawResponse[]> {
    return Promise.all(
      Array.from({ length: copies }, (_none, copy) => {
        const caller = callers[copy % callers.length];
        if (!caller) throw new Error('nobody calls');
        return caller.send(procedure, input, key);
      }),
    );
  }

  async function count(statement: string): Promise<number> {
    const [row] = await platform.database.query<{ n: number }[]>(
      `SELECT count(*)::integer AS n FROM ${statement}`,
    );
    return row?.n ?? -1;
  }

  async function cases(): Promise<number> {
    const [row] = await platform.database.query<{ n: number }[]>(
      'SELECT coalesce(sum(cases), 0)::integer AS n FROM pathology_daily_count',
    );
    return row?.n ?? -1;
  }

  /** One was first; each of the others was answered with its answer, or told to come back for it. */
  function expectOneAnswer(replies: readonly RawResponse[]): void {
    const first = replies.filter((reply) => reply.status === 200 && !told(reply).replayed);
    expect(first).toHaveLength(1);
    for (const reply of replies) {
      if (reply.status === 409) expect(reply.headers['retry-after']).toBe('1');
      else expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: first[0]?.text });
    }
  }

  it.each([
    ['a name of the catalogue', 'Malaria'],
    ['a name that nobody has used', 'Fever of Nyeri'],
  ])('records and counts once, through two processes: %s', async (_case, pathologyName) => {
    const input = { ...CONSULTATION, pathologyName, patientId: pathologyName };
    const before = await cases();
    const replies = await sendAll(64, 'consultations.record', [input, pathologyName.replaceAll(' ', '-')]);
    expectOneAnswer(replies);
    expect(await count(`consultation WHERE patient_id = '${pathologyName}'`)).toBe(1);
    expect(await cases()).toBe(before + 1);
  });

  it('tells nobody to come back once there is an answer', async () => {
    const call: [unknown, string] = [{ ...CONSULTATION, patientId: 'P-3' }, 'answered'];
    const [first] = await sendAll(1, 'consultations.record', call);
    const replies = await sendAll(64, 'consultations.record', call);
    for (const reply of replies)
      expect(told(reply)).toEqual({ status: 200, replayed: true, text: first?.text });
  });

  it('asks the assistant once', async () => {
    model.behave(after(300, completes('Drink water.')));
    const call: [unknown, string] = [{ message: 'I have a rash' }, 'chat'];
    expectOneAnswer(await sendAll(32, 'chatbot.sendMessage', call));
    expect(model.requests).toHaveLength(1);
    expect(await count('conversation')).toBe(1);
    const [again] = await sendAll(1, 'chatbot.sendMessage', call);
    expect(again?.headers['idempotency-replayed']).toBe('true');
  });

  it('asks the assistant again after it has failed', async () => {
    model.behave(completes('Drink water.'));
    const call: [unknown, string] = [{ message: 'I have a fever' }, 'failing'];
    await platform.database.query(
      `ALTER TABLE message ADD CONSTRAINT nothing_completes
       CHECK (role = 'user' OR state <> 'completed') NOT VALID`,
    );
    expect((await sendAll(1, 'chatbot.sendMessage', call)).map(({ status }) => status)).toEqual([500]);
    await platform.database.query('ALTER TABLE message DROP CONSTRAINT nothing_completes');
    const [second] = await sendAll(1, 'chatbot.sendMessage', call);
    expect(second && told(second)).toMatchObject({ status: 200, replayed: false });
  });

  it('refuses another message to the assistant under the same key, while the first is answered and after', async () => {
    model.behave(after(200, completes('Drink water.')));
    const first = sendAll(1, 'chatbot.sendMessage', [{ message: 'one' }, 'two-messages']);
    while (model.requests.length === 0) await wait(10);
    const [during] = await sendAll(1, 'chatbot.sendMessage', [{ message: 'two' }, 'two-messages']);
    expect(during && refused(during).status).toBe(422);
    await first;
    const [later] = await sendAll(1, 'chatbot.sendMessage', [{ message: 'two' }, 'two-messages']);
    expect(later && refused(later).status).toBe(422);
  });

  it('answers nobody with a reply that came after another call had taken over', async () => {
    model.behave(after(400, completes('Too late.')), completes('In time.'));
    const call: [unknown, string] = [{ message: 'slow' }, 'taken-over'];
    const slow = sendAll(1, 'chatbot.sendMessage', call);
    while (model.requests.length === 0) await wait(10);
    await platform.database.query(`UPDATE idempotent_answer SET expires_at = now() WHERE key = 'taken-over'`);
    const [fast] = await sendAll(1, 'chatbot.sendMessage', call);
    expect(fast?.text).toContain('In time.');
    expect((await slow).map(({ status }) => status)).toEqual([409]);
    const [again] = await sendAll(1, 'chatbot.sendMessage', call);
    expect(again?.text).toBe(fast?.text);
  });

  it('does not keep a connection to the database while the assistant thinks', async () => {
    model.behave(staysSilent);
    const narrow = await startPlatform({
      DATABASE_URL: platform.databaseUrl,
      DATABASE_POOL_SIZE: '1',
      CHATBOT_PROVIDER: 'openai',
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_API_KEY: 'none',
      OPENAI_MAX_RETRIES: '0',
      CHATBOT_DEADLINE_MS: '1500',
    });
    const caller = new KeyedCaller(await narrow.listen(), cookie);
    const waiting = caller.send('chatbot.sendMessage', { message: 'hello' }, 'waiting');
    while (model.requests.length === 0) await wait(10);
    const reply = await caller.send('consultations.record', { ...CONSULTATION, patientId: 'P-9' }, 'beside');
    expect(reply.status).toBe(200);
    expect((await waiting).status).toBe(200);
    await narrow.close();
  });
});
