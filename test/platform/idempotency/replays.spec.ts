import { randomUUID } from 'node:crypto';
import { startPlatform } from '../../support/platform';
import { refuseWrites } from '../../support/refused-writes';
import { DATE, KeyedCaller, errorOf, expectFirst, expectReplay, responseOf } from './keyed-caller';
import { KeyedSuite } from './keyed-suite';
import { ALL_UNITS } from '../../support/daily-counts';

const CONSULTATION = { patientId: 'P-10482', pathologyName: 'Malaria', consultationDate: DATE };

describe('a retry with the same idempotency key', () => {
  const suite = new KeyedSuite({ CHATBOT_ANONYMOUS_PER_MINUTE: '1000' });
  const { platform } = suite;
  let doctor: KeyedCaller;
  let before: { consultations: number; cases: number };

  beforeEach(async () => {
    await suite.query('TRUNCATE idempotent_answer');
    before = await totals();
    doctor = await suite.as('doctor');
  });

  async function totals(): Promise<typeof before> {
    return { consultations: await suite.count('consultation'), cases: await suite.countCases() };
  }

  async function recorded(): Promise<typeof before> {
    const now = await totals();
    return { consultations: now.consultations - before.consultations, cases: now.cases - before.cases };
  }

  function expire(interval: string): Promise<unknown> {
    return suite.query(`UPDATE idempotent_answer SET expires_at = expires_at - interval '${interval}'`);
  }

  it('records nothing and returns the first response byte for byte', async () => {
    const key = randomUUID();
    const first = await doctor.record(CONSULTATION, key);
    const second = await doctor.record(CONSULTATION, key);
    expectFirst(first);
    expectReplay(second, first);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(second.headers['content-length']).toBe(first.headers['content-length']);
    expect(await recorded()).toEqual({ consultations: 1, cases: 1 });
  });

  it('does not change the first response, which is the same as without a key', async () => {
    const without = await doctor.record(CONSULTATION, undefined);
    const under = await doctor.record(CONSULTATION, 'k');
    const changingFields = /"id":"[^"]+"|"recordedAt":"[^"]+"/g;
    expect(under.text.replaceAll(changingFields, '')).toBe(without.text.replaceAll(changingFields, ''));
    expect(await recorded()).toEqual({ consultations: 2, cases: 2 });
  });

  it('does not count a new name again', async () => {
    const input = { ...CONSULTATION, pathologyName: 'Fever of Kisii' };
    const first = await doctor.record(input, 'new');
    expectReplay(await doctor.record(input, 'new'), first);
    expect(await recorded()).toEqual({ consultations: 1, cases: 1 });
  });

  it('may have another envelope and another order of fields', async () => {
    const first = await doctor.record(CONSULTATION, 'k');
    const { patientId, pathologyName, consultationDate } = CONSULTATION;
    const bodies = [
      { 0: { json: CONSULTATION } },
      { json: { consultationDate, pathologyName, patientId } },
      { json: { ...CONSULTATION, externalId: null }, meta: { values: { externalId: ['undefined'] } } },
    ];
    for (const body of bodies) {
      const headers = { 'idempotency-key': 'k' };
      const again = await doctor.sendBody('consultations.record', JSON.stringify(body), headers);
      expectReplay(again, first);
    }
    expect(await recorded()).toEqual({ consultations: 1, cases: 1 });
  });

  it('may have quotes around the key', async () => {
    await doctor.record(CONSULTATION, '"a\\"b"');
    const again = await doctor.record(CONSULTATION, 'a"b');
    expect(responseOf(again)).toMatchObject({ status: 200, replayed: true });
  });

  it.each([
    ['another patient', { ...CONSULTATION, patientId: 'P-2' }],
    ['another field', { ...CONSULTATION, externalId: 'x-1' }],
  ])('returns 422 with %s', async (_case, input) => {
    await doctor.record(CONSULTATION, 'k');
    expect(errorOf(await doctor.record(input, 'k'))).toEqual({
      status: 422,
      message: 'Idempotency-Key: this key was used for a call with another input; take a new one',
    });
    expect(await recorded()).toEqual({ consultations: 1, cases: 1 });
  });

  it('of another account runs, and does not return the first response', async () => {
    const other = await suite.as('doctor');
    const first = await doctor.record(CONSULTATION, 'k');
    const second = await other.record({ ...CONSULTATION, patientId: 'P-2' }, 'k');
    for (const reply of [first, second]) expectFirst(reply);
    expect(second.text).not.toContain('P-10482');
    expect(await recorded()).toEqual({ consultations: 2, cases: 2 });
  });

  it('of another procedure runs', async () => {
    await doctor.record(CONSULTATION, 'k');
    expectFirst(await doctor.send('consultations.recordMany', { consultations: [CONSULTATION] }, 'k'));
  });

  it('runs after 24 hours, and not before', async () => {
    const first = await doctor.record(CONSULTATION, 'k');
    await expire('23 hours 59 minutes');
    expect(responseOf(await doctor.record(CONSULTATION, 'k')).text).toBe(first.text);
    await expire('1 minute');
    const other = { ...CONSULTATION, patientId: 'P-2' };
    const later = await doctor.record(other, 'k');
    expectFirst(later);
    expectReplay(await doctor.record(other, 'k'), later);
    expect(await recorded()).toEqual({ consultations: 2, cases: 2 });
  });

  it('deletes a few expired responses, as every call with a key does', async () => {
    for (let n = 0; n < 10; n += 1) await doctor.record(CONSULTATION, `old-${n}`);
    await expire('25 hours');
    await doctor.record(CONSULTATION, 'new-1');
    expect(await suite.count('idempotent_answer')).toBe(7);
    for (let n = 2; n < 6; n += 1) await doctor.record(CONSULTATION, `new-${n}`);
    expect(await suite.count('idempotent_answer')).toBe(5);
  });

  it('runs if the first call has failed, which stores no response', async () => {
    const unknown = { id: randomUUID(), reason: 'a test' };
    const invalid = { ...CONSULTATION, consultationDate: '2026-03-14' };
    const elsewhere = { ...CONSULTATION, country: 'TZ' };
    expect(errorOf(await doctor.send('consultations.void', unknown, 'k')).status).toBe(404);
    expect(errorOf(await doctor.record(invalid, 'k')).status).toBe(400);
    expect(errorOf(await doctor.record(elsewhere, 'k')).status).toBe(403);
    expect(await suite.count('idempotent_answer')).toBe(0);
    expectFirst(await doctor.record(CONSULTATION, 'k'));
    expect(await recorded()).toEqual({ consultations: 1, cases: 1 });
  });

  it('runs if storing the first response has failed, which rolls the first call back', async () => {
    const permitWrites = await refuseWrites(platform.database, 'INSERT ON idempotent_answer');
    try {
      const reply = await doctor.record(CONSULTATION, 'k');
      expect(errorOf(reply).status).toBe(500);
      expect(await recorded()).toEqual({ consultations: 0, cases: 0 });
    } finally {
      await permitWrites();
    }
    expectFirst(await doctor.record(CONSULTATION, 'k'));
    expect(await recorded()).toEqual({ consultations: 1, cases: 1 });
  });

  it('of a void returns the first response', async () => {
    const { text } = await doctor.record(CONSULTATION, 'k');
    const id = /"id":"([^"]+)"/.exec(text)?.[1];
    const sendVoid = () => doctor.send('consultations.void', { id, reason: 'entered twice' }, 'v');
    const first = await sendVoid();
    expectReplay(await sendVoid(), first);
    expect(await recorded()).toEqual({ consultations: 1, cases: 0 });
  });

  it('of medication sales without external ids returns the first response', async () => {
    const pharmacist = await suite.as('pharmacist');
    const sales = [{ medicationName: 'Paracetamol', soldAt: DATE, units: 20 }];
    const send = () => pharmacist.send('health.recordMedicationSales', { sales }, 'k');
    const first = await send();
    expectReplay(await send(), first);
    expect(first.text).toContain('"recorded":1');
    expect(await suite.select(`sum(units) FROM ${ALL_UNITS} u`)).toBe(20);
  });

  it('of a thousand items returns the first result of each item', async () => {
    const consultations = Array.from({ length: 1_000 }, (_none, index) => ({
      ...CONSULTATION,
      patientId: `${'ä'.repeat(50)}-${index}`,
      ...(index % 10 === 0 && { consultationDate: 'yesterday' }),
    }));
    const first = await doctor.send('consultations.recordMany', { consultations }, 'k');
    const again = await doctor.send('consultations.recordMany', { consultations }, 'k');
    expectReplay(again, first);
    expect(first.text.length).toBeGreaterThan(100_000);
    expect(await recorded()).toEqual({ consultations: 900, cases: 900 });
    // The fingerprint includes the input of refused items.
    const other = consultations.with(0, { ...CONSULTATION, consultationDate: 'tomorrow' });
    expect((await doctor.send('consultations.recordMany', { consultations: other }, 'k')).status).toBe(422);
  });

  it('returns 401 or 403 if the session has ended or the role is not permitted', async () => {
    const leaving = { role: 'doctor', country: 'KE', email: 'leaving@example.org' } as const;
    const caller = suite.anonymous.as(await platform.session(leaving));
    await caller.record(CONSULTATION, 'k');
    await suite.query(`UPDATE account SET role = 'user' WHERE email = 'leaving@example.org'`);
    expect(errorOf(await caller.record(CONSULTATION, 'k')).status).toBe(403);
    await caller.send('auth.logout', null, undefined);
    expect(errorOf(await caller.record(CONSULTATION, 'k'))).toEqual({
      status: 401,
      message: 'Please login (10001)',
    });
  });

  it('returns 403 if the account has another country, or none any more', async () => {
    const moved = { role: 'doctor', country: 'KE', email: 'moved@example.org' } as const;
    const caller = suite.anonymous.as(await platform.session(moved));
    const first = await caller.record(CONSULTATION, 'k');
    for (const country of ["'NG'", 'NULL']) {
      await suite.query(`UPDATE account SET country = ${country} WHERE email = 'moved@example.org'`);
      const message =
        'Idempotency-Key: your account had another country when this key was used; take a new one';
      expect(errorOf(await caller.record(CONSULTATION, 'k'))).toEqual({ status: 403, message });
    }
    await suite.query(`UPDATE account SET country = 'KE' WHERE email = 'moved@example.org'`);
    expectReplay(await caller.record(CONSULTATION, 'k'), first);
  });

  it('returns to retries what an earlier version has stored, without a country', async () => {
    const first = await doctor.record(CONSULTATION, 'k');
    await suite.query('UPDATE idempotent_answer SET country = NULL');
    expectReplay(await doctor.record(CONSULTATION, 'k'), first);
  });

  it('uses one database connection per call, even if the pool is small', async () => {
    const smallPool = await startPlatform({ DATABASE_URL: platform.databaseUrl, DATABASE_POOL_SIZE: '2' });
    const cookie = await platform.session({ role: 'doctor', country: 'KE' });
    const caller = new KeyedCaller(await smallPool.listen(), cookie);
    const calls = Array.from({ length: 40 }, (_none, n) => {
      const consultations = [{ ...CONSULTATION, externalId: `${n}` }];
      return caller.send('consultations.recordMany', { consultations }, `${n}`);
    });
    const replies = await Promise.all(calls);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await recorded()).toEqual({ consultations: 40, cases: 40 });
    await smallPool.close();
  });

  it('logs neither patient nor key if storing fails', async () => {
    await suite.query('ALTER TABLE idempotent_answer RENAME TO hidden');
    const key = 'key-that-is-nobodys-business';
    const input = { ...CONSULTATION, patientId: 'a-patient-nobody-logs' };
    const reply = await doctor.record(input, key);
    await suite.query('ALTER TABLE hidden RENAME TO idempotent_answer');
    expect(reply.status).toBe(500);
    const log = platform.logLines.join('\n');
    expect(log).toContain('a call failed');
    expect(log).not.toContain('a-patient-nobody-logs');
    expect(log).not.toContain(key);
  });
});
