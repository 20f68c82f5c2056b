import { DATE, type KeyedCaller, errorOf, expectFirst, responseOf } from './keyed-caller';
import { KeyedSuite } from './keyed-suite';

const CONSULTATION = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: DATE };
const MALFORMED =
  'Idempotency-Key: expected 1 to 255 visible ASCII characters, with quotes around them or without, such as "8e03978e-40d5-43dd-bc93-6894a57f9324"';
const NOT_IN_BATCH =
  'Idempotency-Key: a key goes with a single call; send this one without batch=1, or without a key';

describe('the header Idempotency-Key', () => {
  const suite = new KeyedSuite({ CHATBOT_ANONYMOUS_PER_MINUTE: '1000' });
  let doctor: KeyedCaller;
  let anonymous: KeyedCaller;

  beforeAll(async () => {
    doctor = await suite.as('doctor');
    anonymous = suite.anonymous;
  });

  const countStored = () => suite.count('idempotent_answer');

  it.each([
    ['a word', 'abc'],
    ['a UUID', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['a string', '"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
    ['a string of one', '"!"'],
    ['255 characters', 'x'.repeat(255)],
    ['255 characters as a string', `"${'x'.repeat(255)}"`],
    ['a quote at the end', 'abc"'],
  ])('accepts %s', async (_case, key) => {
    const caller = await suite.as('doctor');
    expect((await caller.record(CONSULTATION, key)).status).toBe(200);
    const again = await caller.record(CONSULTATION, key);
    expect(responseOf(again)).toMatchObject({ status: 200, replayed: true });
  });

  it.each([
    ['an empty value', ''],
    ['an empty string', '""'],
    ['one quote', '"'],
    ['a string without end', '"abc'],
    ['a string with a parameter', '"abc";v=1'],
    ['a quote inside a string', '"a"b"'],
    ['a space', 'a b'],
    ['a space in a string', '"a b"'],
    ['two keys', 'abc, def'],
    ['a character beyond ASCII', 'clé'],
    ['256 characters', 'x'.repeat(256)],
    ['256 characters as a string', `"${'x'.repeat(256)}"`],
  ])('returns 400 for %s', async (_case, key) => {
    const before = await countStored();
    const reply = await doctor.record(CONSULTATION, key);
    expect(errorOf(reply)).toEqual({ status: 400, message: MALFORMED });
    expect(await countStored()).toBe(before);
  });

  it('is checked after access: 401 or 403 for callers that may not call', async () => {
    const user = await suite.as('user');
    expect(errorOf(await user.record(CONSULTATION, 'a b')).status).toBe(403);
    expect(errorOf(await anonymous.record(CONSULTATION, 'a b')).status).toBe(401);
  });

  it.each(['auth.me', 'consultations.list', 'specialties.list'])(
    'is ignored by %s, which changes nothing',
    async (procedure) => {
      const before = await countStored();
      for (const key of ['k', 'k', 'a b']) expectFirst(await doctor.send(procedure, {}, key));
      expect(await countStored()).toBe(before);
    },
  );

  it('is ignored by auth.logout, which ends the session', async () => {
    const caller = await suite.as('doctor');
    expect((await caller.send('auth.logout', null, 'k')).status).toBe(200);
    expect(errorOf(await caller.send('auth.logout', null, 'k')).status).toBe(401);
  });

  it.each([
    ['a batch', {}],
    ['a streamed batch', { 'trpc-accept': 'application/jsonl' }],
  ])('returns 400 with %s, even of one call', async (_case, headers) => {
    const before = await countStored();
    const inBatch = { ...CONSULTATION, patientId: 'P-batch' };
    for (const path of ['consultations.record', 'auth.me,consultations.record']) {
      const body = JSON.stringify({ 0: { json: inBatch }, 1: { json: inBatch } });
      const reply = await doctor.sendBody(`${path}?batch=1`, body, { ...headers, 'idempotency-key': 'k' });
      expect(errorOf(reply)).toEqual({ status: 400, message: NOT_IN_BATCH });
    }
    expect(await suite.count(`consultation WHERE patient_id = '${inBatch.patientId}'`)).toBe(0);
    expect(await countStored()).toBe(before);
  });

  it.each([
    ['a batch', {}],
    ['a streamed batch', { 'trpc-accept': 'application/jsonl' }],
  ])('is ignored in %s of anonymous callers, or of queries', async (_case, headers) => {
    const mutation = await anonymous.sendBody(
      'chatbot.sendMessage?batch=1',
      JSON.stringify({ 0: { json: { message: 'I have a rash' } } }),
      { ...headers, 'idempotency-key': 'k' },
    );
    expect(mutation.status).toBe(200);
    const read = await doctor.sendBody('auth.me?batch=1', '{}', { ...headers, 'idempotency-key': 'k' });
    expect(read.status).toBe(200);
  });

  it('returns 401 in a batch if the session has ended', async () => {
    const ended = anonymous.as(`session=${'x'.repeat(43)}`);
    const body = JSON.stringify({ 0: { json: CONSULTATION } });
    const reply = await ended.sendBody('consultations.record?batch=1', body, { 'idempotency-key': 'k' });
    expect(reply.status).toBe(401);
  });

  it('causes no internal error for a deeply nested input', async () => {
    for (const depth of [1_000, 5_000, 20_000, 100_000]) {
      const json = `${'['.repeat(depth)}${']'.repeat(depth)}`;
      const body = `{"json":{"patientId":"P","pathologyName":"x","consultationDate":"${DATE}","more":${json}}}`;
      const without = await doctor.sendBody('consultations.record', body, {});
      const headers = { 'idempotency-key': `deep-${depth}` };
      const under = await doctor.sendBody('consultations.record', body, headers);
      for (const { status } of [without, under]) expect([200, 400]).toContain(status);
    }
  });
});
