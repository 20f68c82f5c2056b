import { setTimeout as wait } from 'node:timers/promises';
import type { RawResponse } from '../../support/raw-request';
import { ModelServer, after, completes, staysSilent } from '../../support/model-server';
import { startPlatform } from '../../support/platform';
import { ServerProcess } from '../../support/server-process';
import { DATE, KeyedCaller, errorOf, expectFirst, responseOf } from './keyed-caller';
import { KeyedSuite } from './keyed-suite';

const CONSULTATION = { pathologyName: 'Malaria', consultationDate: DATE };

describe('concurrent calls with one idempotency key', () => {
  let model: ModelServer;
  let other: ServerProcess;
  let cookie: string;
  let callers: readonly KeyedCaller[];

  const assistant = () => ({
    CHATBOT_PROVIDER: 'openai',
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: 'none',
    OPENAI_MAX_RETRIES: '0',
  });

  // Registered before the suite drops the database.
  afterAll(async () => {
    other.kill();
    await model.close();
  });

  const suite = new KeyedSuite(async () => {
    model = await ModelServer.start();
    return assistant();
  });
  const { platform } = suite;

  beforeAll(async () => {
    const settings = { DATABASE_URL: platform.databaseUrl, DATABASE_POOL_SIZE: '3' };
    other = await ServerProcess.start({ ...assistant(), ...settings });
    cookie = await platform.session({ role: 'doctor', country: 'KE' });
    callers = [suite.anonymous.as(cookie), new KeyedCaller(other.origin, cookie)];
  });

  type Call = readonly [input: unknown, key: string];

  function sendAll(copies: number, procedure: string, [input, key]: Call): Promise<RawResponse[]> {
    return Promise.all(
      Array.from({ length: copies }, (_none, copy) => {
        const caller = callers[copy % callers.length];
        if (!caller) throw new Error('no callers');
        return caller.send(procedure, input, key);
      }),
    );
  }

  /** Expects one first response; all others are the same response, or 409 with `Retry-After`. */
  function expectOneResponse(replies: readonly RawResponse[]): void {
    const first = replies.filter((reply) => reply.status === 200 && !responseOf(reply).replayed);
    expect(first).toHaveLength(1);
    for (const reply of replies) {
      if (reply.status === 409) expect(reply.headers['retry-after']).toBe('1');
      else expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: first[0]?.text });
    }
  }

  it.each([
    ['a name of the catalogue', 'Malaria'],
    ['a new name', 'Fever of Nyeri'],
  ])('record and count a consultation once, in two processes: %s', async (_case, pathologyName) => {
    const input = { ...CONSULTATION, pathologyName, patientId: pathologyName };
    const previousCases = await suite.countCases();
    const replies = await sendAll(64, 'consultations.record', [input, pathologyName.replaceAll(' ', '-')]);
    expectOneResponse(replies);
    expect(await suite.count(`consultation WHERE patient_id = '${pathologyName}'`)).toBe(1);
    expect(await suite.countCases()).toBe(previousCases + 1);
  });

  it('get no 409 once the response is stored', async () => {
    const call: Call = [{ ...CONSULTATION, patientId: 'P-3' }, 'answered'];
    const [first] = await sendAll(1, 'consultations.record', call);
    const replies = await sendAll(64, 'consultations.record', call);
    const replayed = { status: 200, replayed: true, text: first?.text };
    for (const reply of replies) expect(responseOf(reply)).toEqual(replayed);
  });

  it('call the model once', async () => {
    model.behave(after(300, completes('Drink water.')));
    const call: Call = [{ message: 'I have a rash' }, 'chat'];
    expectOneResponse(await sendAll(32, 'chatbot.sendMessage', call));
    expect(model.requests).toHaveLength(1);
    expect(await suite.count('conversation')).toBe(1);
    const [again] = await sendAll(1, 'chatbot.sendMessage', call);
    expect(again?.headers['idempotency-replayed']).toBe('true');
  });

  it('call the model again after a failure', async () => {
    model.behave(completes('Drink water.'));
    const call: Call = [{ message: 'I have a fever' }, 'failing'];
    await suite.query(
      `ALTER TABLE message ADD CONSTRAINT nothing_completes
       CHECK (role = 'user' OR state <> 'completed') NOT VALID`,
    );
    expect((await sendAll(1, 'chatbot.sendMessage', call)).map(({ status }) => status)).toEqual([500]);
    await suite.query('ALTER TABLE message DROP CONSTRAINT nothing_completes');
    const [second] = await sendAll(1, 'chatbot.sendMessage', call);
    expect(second && responseOf(second)).toMatchObject({ status: 200, replayed: false });
  });

  it('get 422 for another message, during the first call and after it', async () => {
    model.behave(after(200, completes('Drink water.')));
    const first = sendAll(1, 'chatbot.sendMessage', [{ message: 'one' }, 'two-messages']);
    while (model.requests.length === 0) await wait(10);
    const [during] = await sendAll(1, 'chatbot.sendMessage', [{ message: 'two' }, 'two-messages']);
    expect(during && errorOf(during).status).toBe(422);
    await first;
    const [later] = await sendAll(1, 'chatbot.sendMessage', [{ message: 'two' }, 'two-messages']);
    expect(later && errorOf(later).status).toBe(422);
  });

  it('get 409 for a reply that comes after another call has claimed the key', async () => {
    model.behave(after(400, completes('Too late.')), completes('In time.'));
    const call: Call = [{ message: 'slow' }, 'taken-over'];
    const slow = sendAll(1, 'chatbot.sendMessage', call);
    while (model.requests.length === 0) await wait(10);
    await suite.query(`UPDATE idempotent_answer SET expires_at = now() WHERE key = 'taken-over'`);
    const [fast] = await sendAll(1, 'chatbot.sendMessage', call);
    expect(fast?.text).toContain('In time.');
    expect((await slow).map(({ status }) => status)).toEqual([409]);
    const [again] = await sendAll(1, 'chatbot.sendMessage', call);
    expect(again?.text).toBe(fast?.text);
  });

  it('hold no database connection while the model writes', async () => {
    model.behave(staysSilent);
    const settings = { DATABASE_URL: platform.databaseUrl, DATABASE_POOL_SIZE: '1' };
    const smallPool = await startPlatform({ ...assistant(), ...settings, CHATBOT_DEADLINE_MS: '1500' });
    const caller = new KeyedCaller(await smallPool.listen(), cookie);
    const message = caller.send('chatbot.sendMessage', { message: 'hello' }, 'waiting');
    while (model.requests.length === 0) await wait(10);
    expectFirst(await caller.record({ ...CONSULTATION, patientId: 'P-9' }, 'other'));
    expect((await message).status).toBe(200);
    await smallPool.close();
  });
});
