import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Role, ROLES } from '../../src/platform/access/role';
import { LOGIN_REQUIRED, PERMISSION_REQUIRED, badRequest, failure, payload } from '../support/plain-caller';
import type { PlainCaller } from '../support/plain-caller';
import { recordConsultation } from './consultations';
import { notFound } from './failures';
import { ListeningSuite } from '../support/listening-suite';
import { ALL_CASES } from '../support/daily-counts';

const voided = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    id: z.uuidv7(),
    country: z.string(),
    reason: z.string(),
    voidedAt: z.iso.datetime(),
  }),
});
const MAY_VOID: readonly Role[] = ['doctor', 'admin'];
const NOT_FOUND = notFound('id: no such consultation');

describe('consultations.void', () => {
  const here = new ListeningSuite({ LOG_LEVEL: 'trace' });
  let doctor: PlainCaller;

  beforeAll(async () => {
    doctor = await here.doctor('KE');
  });

  async function record(pathologyName: string, caller = doctor): Promise<string> {
    const consultationDate = '2024-05-06T23:59:59.999Z';
    return (await recordConsultation(caller, { pathologyName, consultationDate })).id;
  }

  async function voidOne(input: { id: string; reason?: string }, caller = doctor) {
    const response = await caller.post('consultations.void', { reason: 'Recorded twice', ...input });
    return voided.parse(payload(response)).data;
  }

  /** Returns the count of a pathology that a ministry sees. */
  async function countForMinistry(name: string, country = 'KE'): Promise<unknown> {
    const ministry = await here.ministry(country);
    const stats = payload(await ministry.get('health.pathologyStats', { year: 2024, month: 5 }));
    const counts = z.array(z.object({ name: z.string(), count: z.number() })).parse(stats);
    return counts.find((each) => each.name === name)?.count;
  }

  /** Returns the voids of a consultation without their timestamps. */
  async function findVoids(id: string): Promise<unknown> {
    return here.database.query(
      'SELECT country, reason, voided_by FROM consultation_void WHERE consultation_id = $1',
      [id],
    );
  }

  it('does not return the reason of a void whose patient is being erased', async () => {
    const id = await record('Rubella');
    expect((await voidOne({ id, reason: 'It was about P-1' })).reason).toBe('It was about P-1');
    await here.database.query('ALTER TABLE consultation DISABLE TRIGGER USER');
    await here.database.query(`UPDATE consultation SET patient_id = $1 WHERE id = $2`, [
      `erased-${randomUUID()}`,
      id,
    ]);
    await here.database.query('ALTER TABLE consultation ENABLE TRIGGER USER');
    expect((await voidOne({ id })).reason).toBe('erased');
  });

  it('returns the voided consultation in the general structure', async () => {
    const id = await record('Malaria');
    const before = Date.now();
    const { voidedAt, ...rest } = await voidOne({ id, reason: '  Wrong patient ' });
    expect(rest).toStrictEqual({ id, country: 'KE', reason: 'Wrong patient' });
    expect(Date.parse(voidedAt)).toBeGreaterThanOrEqual(before - 1);
    expect(Date.parse(voidedAt)).toBeLessThanOrEqual(Date.now() + 1);
  });

  it('removes a case from the statistics, and the pathology with its last case', async () => {
    const ids = [await record('Cholera'), await record('Cholera')];
    expect(await countForMinistry('Cholera')).toBe(2);
    await voidOne({ id: ids[0] ?? '' });
    expect(await countForMinistry('Cholera')).toBe(1);
    await voidOne({ id: ids[1] ?? '' });
    expect(await countForMinistry('Cholera')).toBeUndefined();
    await record('Cholera');
    expect(await countForMinistry('Cholera')).toBe(1);
  });

  it('removes the case from the day of the consultation only', async () => {
    const id = await record('Measles');
    await recordConsultation(doctor, { pathologyName: 'Measles', consultationDate: '2024-05-07T00:00:00Z' });
    await voidOne({ id });
    const days: unknown = await here.database.query(
      `SELECT day::text, sum(cases)::integer AS cases
       FROM ${ALL_CASES} d JOIN pathology p ON p.id = d.pathology_id
       WHERE p.name = 'Measles' GROUP BY day ORDER BY day`,
    );
    expect(days).toEqual([
      { day: '2024-05-06', cases: 0 },
      { day: '2024-05-07', cases: 1 },
    ]);
  });

  it('keeps the consultation, and stores the account and the reason of the void', async () => {
    const rowOf = (id: string): Promise<unknown> =>
      here.database.query('SELECT * FROM consultation WHERE id = $1', [id]);
    const id = await record('Malaria');
    const before = await rowOf(id);
    await voidOne({ id, reason: 'Typed into the wrong form' });
    expect(await rowOf(id)).toStrictEqual(before);
    expect(await findVoids(id)).toEqual([
      { country: 'KE', reason: 'Typed into the wrong form', voided_by: await here.accountOf(doctor) },
    ]);
  });

  it('returns the first void for a repeated call, and changes nothing', async () => {
    await record('Rabies');
    const id = await record('Rabies');
    const first = await voidOne({ id, reason: 'The first reason' });
    expect(await voidOne({ id, reason: 'Another reason' })).toStrictEqual(first);
    const admin = await here.as('admin', 'KE');
    expect(await voidOne({ id, reason: 'An administrator’s reason' }, admin)).toStrictEqual(first);
    expect(await findVoids(id)).toEqual([
      { country: 'KE', reason: 'The first reason', voided_by: await here.accountOf(doctor) },
    ]);
    expect(await countForMinistry('Rabies')).toBe(1);
  });

  it.each(['KE', '*'])(
    'lets an administrator of %s void a consultation of another account',
    async (country) => {
      const admin = await here.as('admin', country);
      const id = await record('Plague');
      const first = await voidOne({ id, reason: 'Reported by the hospital' }, admin);
      expect(await voidOne({ id, reason: 'My own mistake' })).toStrictEqual(first);
      expect(await findVoids(id)).toEqual([
        { country: 'KE', reason: 'Reported by the hospital', voided_by: await here.accountOf(admin) },
      ]);
      expect(await countForMinistry('Plague')).toBeUndefined();
    },
  );

  it.each([null, 'TZ'])(
    'does not let an administrator of %s void a consultation of Kenya',
    async (country) => {
      const id = await record('Anthrax');
      const admin = await here.as('admin', country);
      const response = await admin.post('consultations.void', { id, reason: 'Not mine' });
      expect(failure(response)).toStrictEqual(NOT_FOUND);
      expect(await findVoids(id)).toEqual([]);
    },
  );

  it.each([
    ['of the same country', 'KE'],
    ['of another country', 'TZ'],
    ['of all countries', '*'],
  ])('does not let a doctor void another doctor’s consultation: one %s', async (_case, country) => {
    const id = await record('Mpox');
    const other = await here.doctor(country);
    const before = await countForMinistry('Mpox');
    for (const state of ['counted', 'voided']) {
      if (state === 'voided') await voidOne({ id, reason: 'A reason that others do not see' });
      const response = await other.post('consultations.void', { id, reason: 'Not mine' });
      expect(failure(response)).toStrictEqual(NOT_FOUND);
    }
    expect(await findVoids(id)).toHaveLength(1);
    await record('Mpox');
    expect(await countForMinistry('Mpox')).toBe(before);
  });

  it('voids a consultation in its own country after the doctor moved to another', async () => {
    const mover = await here.doctor('UG');
    const id = await record('Lassa fever', mover);
    await here.database.query(`UPDATE account SET country = 'RW' WHERE id = $1`, [
      await here.accountOf(mover),
    ]);
    await record('Lassa fever', mover);
    await voidOne({ id }, mover);
    expect(await findVoids(id)).toMatchObject([{ country: 'UG' }]);
    expect(await countForMinistry('Lassa fever', 'UG')).toBeUndefined();
    expect(await countForMinistry('Lassa fever', 'RW')).toBe(1);
  });

  it('voids a consultation without a country', async () => {
    const withoutCountry = await here.as('doctor');
    const id = await record('Malaria', withoutCountry);
    await voidOne({ id }, withoutCountry);
    expect(await findVoids(id)).toMatchObject([{ country: 'ZZ' }]);
  });

  it('accepts the id in capitals, and returns it in lower case', async () => {
    const id = await record('Malaria');
    expect(await voidOne({ id: id.toUpperCase() })).toMatchObject({ id });
    expect(await findVoids(id)).toHaveLength(1);
  });

  it.each([
    ['that does not exist', '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13'],
    ['that is not a UUID', 'consultation-1'],
    ['that is empty', ''],
    ['with a NUL character', '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a1\0'],
    ['with a line break after it', '019a9f6e-7c1e-7b52-9f0e-0d6d1c9b8a13\n'],
    ['with a lone surrogate', '\udc00'],
    ['of 100,000 characters', 'a'.repeat(100_000)],
  ])('returns 404 to doctors and administrators for an id %s', async (_case, id) => {
    for (const caller of [doctor, await here.as('admin', '*')]) {
      const response = await caller.post('consultations.void', { id, reason: 'Recorded twice' });
      expect(failure(response)).toStrictEqual(NOT_FOUND);
    }
  });

  it.each([
    [{}, 'id: required, expected string; reason: required, expected string'],
    [{ reason: 'Recorded twice' }, 'id: required, expected string'],
    [{ id: 7, reason: 'Recorded twice' }, 'id: expected string, received number'],
    [{ id: 'x' }, 'reason: required, expected string'],
    [{ id: 'x', reason: null }, 'reason: expected string, received null'],
    [{ id: 'x', reason: '' }, 'reason: expected at least 3 characters'],
    [{ id: 'x', reason: '  no  ' }, 'reason: expected at least 3 characters'],
    [{ id: 'x', reason: 'a'.repeat(501) }, 'reason: expected at most 500 characters'],
    [{ id: 'x', reason: 'a\0b c' }, 'reason: must not contain NUL characters'],
    [{ id: 'x', reason: 'bad \ud800' }, 'reason: must be well-formed Unicode (it has a lone surrogate)'],
  ])('refuses %j and describes the problem', async (input, problem) => {
    expect(failure(await doctor.post('consultations.void', input))).toStrictEqual(badRequest(problem));
  });

  it.each(['abc', 'a'.repeat(500), 'مكرر — dupliqué 🩺'])('accepts the reason %j', async (reason) => {
    expect(await voidOne({ id: await record('Malaria'), reason })).toMatchObject({ reason });
  });

  it.each(ROLES.filter((role) => !MAY_VOID.includes(role)))(
    'is denied to a %s, also for consultations that they recorded as a doctor',
    async (role) => {
      const former = await here.doctor('KE');
      const id = await record('Malaria', former);
      await here.database.query('UPDATE account SET role = $2 WHERE id = $1', [
        await here.accountOf(former),
        role,
      ]);
      const response = await former.post('consultations.void', { id, reason: 'Recorded twice' });
      expect(failure(response)).toStrictEqual(PERMISSION_REQUIRED);
      expect(await findVoids(id)).toEqual([]);
    },
  );

  it('returns 401 without a session', async () => {
    const id = await record('Malaria');
    const response = await here.anyone.post('consultations.void', { id, reason: 'Recorded twice' });
    expect(failure(response)).toStrictEqual(LOGIN_REQUIRED);
    expect(await findVoids(id)).toEqual([]);
  });

  it('never logs the reason, which may name a patient', async () => {
    const id = await record('Malaria');
    const reason = 'sentinel: it was Wanjiru Kamau';
    await voidOne({ id, reason });
    await voidOne({ id, reason });
    await doctor.post('consultations.void', { id: 'x', reason });
    await doctor.post('consultations.void', { id, reason: reason.repeat(50) });
    await here.database.query('ALTER TABLE consultation_void RENAME TO hidden');
    const response = await doctor.post('consultations.void', { id, reason });
    await here.database.query('ALTER TABLE hidden RENAME TO consultation_void');
    expect(response.status).toBe(500);
    expect(here.platform.logLines.filter((line) => line.includes('consultations.void'))).not.toEqual([]);
    expect([...here.platform.logLines, response.text].filter((line) => line.includes('sentinel'))).toEqual(
      [],
    );
  });
});
