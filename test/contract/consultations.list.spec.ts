import { z } from 'zod';
import { type PlainCaller, badRequest, failure, payload } from '../support/plain-caller';
import { CONSULTATION, type Consultation, consultationSchema, recordConsultation } from './consultations';
import { ListeningSuite } from '../support/listening-suite';

const PROCEDURE = 'consultations.list';

const page = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({ consultations: z.array(consultationSchema), nextCursor: z.string().nullable() }),
});
const recordedMany = z.object({
  data: z.object({
    results: z.array(z.object({ status: z.literal('recorded'), consultation: consultationSchema })),
  }),
});

describe('consultations.list', () => {
  const here = new ListeningSuite();
  let doctor: PlainCaller;

  beforeEach(async () => {
    doctor = await here.doctor('KE');
  });

  const list = async (input: object = {}, caller = doctor) =>
    page.parse(payload(await caller.post(PROCEDURE, input))).data;

  const record = (input: object = {}, caller = doctor) => recordConsultation(caller, input);

  async function recordMany(items: readonly object[], caller = doctor): Promise<Consultation[]> {
    const consultations = items.map((item) => ({ ...CONSULTATION, ...item }));
    const response = payload(await caller.post('consultations.recordMany', { consultations }));
    return recordedMany.parse(response).data.results.map((result) => result.consultation);
  }

  async function listAllPages(input: object, between: () => Promise<unknown> = () => Promise.resolve()) {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { consultations, nextCursor } = await list({ ...input, cursor });
      ids.push(...consultations.map(({ id }) => id));
      cursor = nextCursor;
      await between();
    } while (cursor !== null);
    return ids;
  }

  it('returns the account’s consultations, last recorded first, as they were returned when recorded', async () => {
    const first = await record({ externalId: 'visit 1' });
    const second = await record({ pathologyName: 'Homa ya Ziwa' });
    const many = await recordMany([{ patientId: 'P-3' }, { patientId: 'P-4' }]);
    expect(await list()).toStrictEqual({
      consultations: [...many.toReversed(), second, first],
      nextCursor: null,
    });
  });

  it('returns no consultations to an account without any', async () => {
    expect(await list()).toStrictEqual({ consultations: [], nextCursor: null });
  });

  it('does not return another account’s consultations, for any role or filter', async () => {
    const { id } = await record({ externalId: 'visit 1', patientId: 'P-own' });
    const others = [await here.doctor('KE'), await here.doctor('*'), await here.as('admin', '*')];
    const later = await record({ patientId: 'P-own' });
    for (const other of others) {
      for (const input of [{}, { externalId: 'visit 1' }, { patientId: 'P-own' }, { cursor: later.id }]) {
        expect(await list(input, other)).toStrictEqual({ consultations: [], nextCursor: null });
      }
    }
    expect((await list({ cursor: later.id })).consultations).toMatchObject([{ id }]);
  });

  it('lists consultations from before the account moved to another country, for any filter', async () => {
    const before = await record({ externalId: 'visit 1', patientId: 'P-own' });
    const account = await here.accountOf(doctor);
    await here.database.query(`UPDATE account SET country = 'UG' WHERE id = $1`, [account]);
    const after = await record({ patientId: 'P-own' });
    expect(after.country).toBe('UG');
    expect((await list({ externalId: 'visit 1' })).consultations).toStrictEqual([before]);
    for (const input of [{}, { patientId: 'P-own' }])
      expect((await list(input)).consultations).toStrictEqual([after, before]);
  });

  it('lists consultations that the account recorded in other countries', async () => {
    const anywhere = await here.doctor('*');
    await recordMany([{ country: 'TZ' }, { country: 'KE' }, {}], anywhere);
    const { consultations } = await list({}, anywhere);
    expect(consultations.map(({ country }) => country)).toEqual(['ZZ', 'KE', 'TZ']);
  });

  it('returns when a consultation was voided', async () => {
    const { id } = await record();
    await record();
    payload(await doctor.post('consultations.void', { id, reason: 'Recorded twice' }));
    expect((await list()).consultations).toMatchObject([
      { voidedAt: null },
      { id, voidedAt: expect.stringMatching(/^20.*Z$/) as unknown },
    ]);
  });

  it('finds the latest consultation of an external id', async () => {
    const first = await record({ externalId: 'visit 1' });
    await record({ externalId: 'visit 2' });
    await record();
    expect((await list({ externalId: ' visit 1 ' })).consultations).toStrictEqual([first]);
    payload(await doctor.post('consultations.void', { id: first.id, reason: 'Another patient' }));
    expect((await list({ externalId: 'visit 1' })).consultations).toMatchObject([{ id: first.id }]);
    const corrected = await record({ externalId: 'visit 1', patientId: 'P-2' });
    expect((await list({ externalId: 'visit 1' })).consultations).toStrictEqual([corrected]);
    expect((await list({ externalId: 'visit 3' })).consultations).toEqual([]);
  });

  it('finds a patient’s number and an external id in each normalization form of Unicode', async () => {
    const { id } = await record({
      patientId: 'José-5'.normalize('NFD'),
      externalId: 'né-5'.normalize('NFD'),
    });
    for (const form of ['NFC', 'NFD'] as const)
      for (const [field, value] of [
        ['patientId', 'José-5'],
        ['externalId', 'né-5'],
      ] as const) {
        const { consultations } = await list({ [field]: value.normalize(form) });
        expect(consultations).toMatchObject([{ id, patientId: 'José-5', externalId: 'né-5' }]);
      }
  });

  it('finds a patient’s number with invisible characters, which earlier releases accepted', async () => {
    const { id } = await record({ patientId: 'Z-5' });
    await here.database.query('UPDATE consultation SET patient_id = $2 WHERE id = $1', [id, 'Z\u200b-5']);
    expect((await list({ patientId: 'Z\u200b-5' })).consultations).toMatchObject([{ id }]);
  });

  it('filters by patient, by date of the consultation, and by both', async () => {
    const [a, b, c] = await recordMany([
      { patientId: 'P-1', consultationDate: '2024-01-01T00:00:00Z' },
      { patientId: 'P-2', consultationDate: '2024-02-01T00:00:00Z' },
      { patientId: 'P-1', consultationDate: '2024-03-01T00:00:00Z' },
    ]);
    const found = async (input: object) => (await list(input)).consultations;
    expect(await found({ patientId: ' P-1 ' })).toEqual([c, a]);
    expect(await found({ patientId: 'p-1' })).toEqual([]);
    expect(await found({ consultedFrom: '2024-02-01T00:00:00Z' })).toEqual([c, b]);
    expect(await found({ consultedBefore: '2024-02-01T00:00:00Z' })).toEqual([a]);
    expect(
      await found({ consultedFrom: '2024-01-01T00:00:00.001Z', consultedBefore: '2024-03-01T00:00:00Z' }),
    ).toEqual([b]);
    expect(await found({ patientId: 'P-1', consultedFrom: '2024-02-01T00:00:00Z' })).toEqual([c]);
  });

  it('filters by the time of recording', async () => {
    const first = await record();
    const second = await record();
    const { recordedAt } = second;
    expect((await list({ recordedFrom: recordedAt })).consultations).toEqual([second]);
    const earlier = new Date(Date.parse(first.recordedAt) + 1).toISOString();
    expect((await list({ recordedBefore: earlier })).consultations).toEqual([first]);
    expect((await list({ recordedBefore: first.recordedAt })).consultations).toEqual([]);
  });

  it('accepts the first and the last supported timestamp', async () => {
    const { id } = await record();
    const [first, last] = ['1900-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'];
    const always = { consultedFrom: first, consultedBefore: last, recordedFrom: first, recordedBefore: last };
    expect((await list(always)).consultations).toMatchObject([{ id }]);
    const never = [
      { consultedFrom: last },
      { consultedBefore: first },
      { recordedFrom: last },
      { recordedBefore: first },
    ];
    for (const input of never) expect((await list(input)).consultations).toEqual([]);
  });

  it.each([1, 7, 25, 26, 200])('returns pages of %i without gaps or duplicates', async (limit) => {
    const expected = [...(await recordMany(Array.from({ length: 20 }, () => ({})))), ...(await recordFive())];
    expect(await listAllPages({ limit })).toEqual(expected.map(({ id }) => id).toReversed());
  });

  it('returns a null cursor if the last page is exactly full', async () => {
    await recordMany([{}, {}, {}, {}]);
    const { nextCursor } = await list({ limit: 2 });
    expect((await list({ limit: 2, cursor: nextCursor })).nextCursor).toBeNull();
    expect((await list({ limit: 4 })).nextCursor).toBeNull();
  });

  it('returns pages of filtered consultations', async () => {
    const items = Array.from({ length: 60 }, (_none, index) => ({ patientId: `P-${index % 3}` }));
    const expected = (await recordMany(items)).filter(({ patientId }) => patientId === 'P-1');
    expect(await listAllPages({ limit: 7, patientId: 'P-1' })).toEqual(
      expected.map(({ id }) => id).toReversed(),
    );
  });

  it('has no gaps or duplicates while accounts record and void concurrently', async () => {
    const existing = (await recordMany(Array.from({ length: 150 }, () => ({}))))
      .map(({ id }) => id)
      .toReversed();
    const other = await here.doctor('KE');
    let turn = 0;
    const ids = await listAllPages({ limit: 10 }, async () => {
      turn += 1;
      const voided = { id: existing[turn * 3] ?? '', reason: 'An exercise' };
      await Promise.all([
        recordMany([{}, {}, {}]),
        recordMany([{}, {}, {}], other),
        doctor.post('consultations.void', voided),
      ]);
    });
    expect(ids).toEqual(existing);
  });

  it('returns pages of 50 by default', async () => {
    await recordMany(Array.from({ length: 60 }, () => ({})));
    expect((await list()).consultations).toHaveLength(50);
    expect((await list({ limit: 200 })).consultations).toHaveLength(60);
  });

  it.each([
    [{ limit: 0 }, 'limit: expected a whole number from 1 to 200'],
    [{ limit: 201 }, 'limit: expected a whole number from 1 to 200'],
    [{ limit: 1.5 }, 'limit: expected a whole number from 1 to 200'],
    [{ limit: '10' }, 'limit: expected a whole number from 1 to 200'],
    [{ cursor: 'second' }, 'cursor: expected nextCursor of the page before'],
    [{ cursor: '' }, 'cursor: expected nextCursor of the page before'],
    [{ patientId: '' }, 'patientId: must not be empty'],
    [{ externalId: 'x'.repeat(129) }, 'externalId: expected at most 128 characters'],
    [
      { consultedFrom: '2024-05-06' },
      'consultedFrom: expected an ISO 8601 timestamp ending in Z, such as 2026-03-14T09:30:00Z',
    ],
    [{ consultedFrom: '0000-01-01T00:00:00Z' }, 'consultedFrom: must not be before 1900'],
    [{ consultedBefore: '0000-12-31T23:59:59Z' }, 'consultedBefore: must not be before 1900'],
    [{ recordedFrom: '1899-12-31T23:59:59.999Z' }, 'recordedFrom: must not be before 1900'],
    [{ recordedBefore: '0001-01-01T00:00:00Z' }, 'recordedBefore: must not be before 1900'],
    [
      { recordedBefore: 'now' },
      'recordedBefore: expected an ISO 8601 timestamp ending in Z, such as 2026-03-14T09:30:00Z',
    ],
  ])('refuses %j and describes the problem', async (input, message) => {
    expect(failure(await doctor.post(PROCEDURE, input))).toEqual(badRequest(message));
  });

  it('is refused by GET, because the URL would contain a patient', async () => {
    for (const response of [
      await doctor.get(PROCEDURE, { patientId: 'P-1' }),
      await doctor.getByQuery(PROCEDURE, { patientId: 'P-1' }),
    ]) {
      expect(failure(response)).toMatchObject({ status: 405, code: 'METHOD_NOT_SUPPORTED' });
      expect(response.headers.allow).toBe('POST');
    }
  });

  it.each(['doctor', 'admin'] as const)('lists what a %s recorded', async (role) => {
    const caller = await here.as(role);
    const { id } = await record({}, caller);
    expect((await list({}, caller)).consultations).toMatchObject([{ id }]);
  });

  async function recordFive(): Promise<Consultation[]> {
    const more: Consultation[] = [];
    for (let count = 0; count < 5; count += 1) more.push(await record());
    return more;
  }
});
