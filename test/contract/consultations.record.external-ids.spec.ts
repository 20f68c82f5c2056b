import { z } from 'zod';
import { check } from '../modules/consultations/counts/count-check';
import { CalledPlatform } from '../support/called-platform';
import { PlainCaller, failure, payload } from '../support/plain-caller';

const INPUT = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2024-05-06T07:08:09Z' };

const recorded = z.object({
  data: z.object({ id: z.string(), externalId: z.string().nullable(), voidedAt: z.string().nullable() }),
});

describe('consultations.record, given an external id,', () => {
  let here: CalledPlatform;
  let doctor: PlainCaller;

  beforeAll(async () => {
    here = await CalledPlatform.start();
  });

  beforeEach(async () => {
    doctor = await here.doctor('KE');
  });

  afterEach(async () => {
    expect(await check(here.database)).toMatchObject({ code: 0 });
  });

  afterAll(async () => {
    await here.close();
  });

  const send = (input: object, caller = doctor) =>
    caller.post('consultations.record', { ...INPUT, externalId: 'visit 1', ...input });

  const record = async (input: object = {}, caller = doctor) =>
    recorded.parse(payload(await send(input, caller))).data;

  const voidOne = async (id: string, caller = doctor) =>
    payload(await caller.post('consultations.void', { id, reason: 'Recorded by mistake' }));

  const conflict = (message: string) => ({
    status: 409,
    code: 'CONFLICT',
    message: `externalId: "visit 1" was recorded before with another ${message}`,
  });

  /** The consultations of the account that recorded one of them. */
  async function consultationsBeside(id: string): Promise<number> {
    const [{ count }] = await here.database.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count FROM consultation
       WHERE recorded_by = (SELECT recorded_by FROM consultation WHERE id = $1)`,
      [id],
    );
    return count;
  }

  it('answers the first record again, all of it, and records nothing', async () => {
    const first = payload(await send({}));
    const again = payload(await send({}));
    expect(again).toStrictEqual(first);
    const { id, externalId } = recorded.parse(first).data;
    expect(externalId).toBe('visit 1');
    expect(await consultationsBeside(id)).toBe(1);
  });

  it.each([
    ['space around the fields', { patientId: ' P-1 ', externalId: ' visit 1 ' }],
    ['a synonym', { pathologyName: 'paludisme' }],
    ['another spelling', { pathologyName: 'MALÁRIA' }],
    ['its code', { pathologyName: undefined, pathologyCode: 'icd10:B54' }],
    [
      'its code in another case, and a name that says something else',
      { pathologyCode: 'ICD10:b54', pathologyName: 'Cholera' },
    ],
    ['the same moment in more digits', { consultationDate: '2024-05-06T07:08:09.000000Z' }],
    ['the account’s own country', { country: 'ken' }],
  ])('takes %s for the same content', async (_case, input) => {
    const first = await record();
    expect(await record(input)).toStrictEqual(first);
    expect(await consultationsBeside(first.id)).toBe(1);
  });

  it('takes a name of its own country for the same in any spelling', async () => {
    const first = await record({ pathologyName: 'Kitui fever' });
    expect(await record({ pathologyName: 'KITUI  févér' })).toStrictEqual(first);
    expect(failure(await send({ pathologyName: 'Kitui fever 2' }))).toStrictEqual(conflict('pathologyName'));
  });

  it.each([
    [{ patientId: 'P-2' }, 'patientId'],
    [{ pathologyName: 'Cholera' }, 'pathologyName'],
    [{ pathologyName: 'Never seen before' }, 'pathologyName'],
    [{ pathologyCode: 'icd10:A00.9' }, 'pathologyCode'],
    [{ consultationDate: '2024-05-06T07:08:09.001Z' }, 'consultationDate'],
    [{ consultationDate: '2023-05-06T07:08:09Z' }, 'consultationDate'],
    [{ patientId: 'P-2', consultationDate: '2023-05-06T07:08:09Z' }, 'patientId and consultationDate'],
    [
      { patientId: 'P-2', pathologyName: 'Cholera', consultationDate: '2023-05-06T07:08:09Z' },
      'patientId, pathologyName, and consultationDate',
    ],
  ])('refuses it with other content, naming what differs: %j', async (input, message) => {
    const { id } = await record();
    expect(failure(await send(input))).toStrictEqual(conflict(message));
    expect(await consultationsBeside(id)).toBe(1);
  });

  it.each(['Malaria', 'Bungoma fever'])(
    'is not got around by another country, nor by another day: %s',
    async (pathologyName) => {
      const anywhere = await here.doctor('*');
      const { id } = await record({ pathologyName, country: 'KE' }, anywhere);
      expect(failure(await send({ pathologyName, country: 'TZ' }, anywhere))).toStrictEqual(
        conflict('country'),
      );
      expect(failure(await send({ pathologyName }, anywhere))).toStrictEqual(conflict('country'));
      const nextDay = { pathologyName, country: 'TZ', consultationDate: '2024-05-07T07:08:09Z' };
      expect(failure(await send(nextDay, anywhere))).toStrictEqual(conflict('consultationDate and country'));
      expect(await consultationsBeside(id)).toBe(1);
    },
  );

  it('refuses a country that is not the account’s, and leaves the id free', async () => {
    expect(failure(await send({ country: 'TZ' }))).toStrictEqual({
      status: 403,
      code: 'FORBIDDEN',
      message: 'country: your account is tied to KE; leave it out or send KE (10002)',
    });
    await record();
  });

  it('does not take another account’s id for its own, nor show that it is there', async () => {
    const [first, second] = [await record(), await record({ patientId: 'P-2' }, await here.doctor('KE'))];
    expect(second.id).not.toBe(first.id);
    expect(await record()).toStrictEqual(first);
  });

  it('leaves what was recorded without one alone', async () => {
    const without = await record({ externalId: undefined });
    expect(without.externalId).toBeNull();
    expect((await record()).id).not.toBe(without.id);
  });

  it('does not record again what was voided: it answers that it is void', async () => {
    const { id } = await record();
    await voidOne(id);
    const again = await record({ pathologyName: 'paludisme' });
    expect(again).toMatchObject({ id, voidedAt: expect.any(String) as unknown });
    expect(await consultationsBeside(id)).toBe(1);
  });

  it('records other content in the place of what was voided, once, which stands from then on', async () => {
    const { id } = await record();
    await voidOne(id);
    const corrected = await record({ pathologyName: 'Cholera' });
    expect(corrected.id).not.toBe(id);
    expect(await record({ pathologyCode: 'icd10:A00.9', pathologyName: undefined })).toStrictEqual(corrected);
    expect(failure(await send({}))).toStrictEqual(conflict('pathologyName'));
    expect(await consultationsBeside(id)).toBe(2);
  });

  it('goes on answering a consultation whose patient was erased, as laws may ask', async () => {
    const { id } = await record();
    await here.database.query(`UPDATE consultation SET patient_id = 'erased' WHERE id = $1`, [id]);
    expect((await record()).id).toBe(id);
  });

  it('knows a name of one country again when the catalogue has come to know it as a synonym', async () => {
    const first = await record({ pathologyName: 'Sultan fever' });
    await here.database.query(
      `INSERT INTO pathology_name (scope, key, pathology_id)
       SELECT '*', 'sultanfever', id FROM pathology WHERE scope = '*' AND key = 'plague'`,
    );
    expect((await record({ pathologyName: 'Sultan fever' })).id).toBe(first.id);
    expect(failure(await send({ pathologyName: 'Cholera' }))).toStrictEqual(conflict('pathologyName'));
  });

  it.each([
    [{ externalId: '' }, 'externalId: must not be empty'],
    [{ externalId: 'x'.repeat(129) }, 'externalId: expected at most 128 characters'],
    [{ externalId: 'a\nb' }, 'externalId: must be a single line without control characters'],
    [{ externalId: 7 }, 'externalId: expected string, received number'],
    [{ externalId: null }, 'externalId: expected string, received null'],
  ])('says what is wrong with %j', async (input, message) => {
    expect(failure(await send(input))).toStrictEqual({ status: 400, code: 'BAD_REQUEST', message });
  });

  it('takes one of 128 characters, and tells those that differ in case or accent alone', async () => {
    const ids = new Set<string>();
    for (const externalId of ['x'.repeat(128), 'X'.repeat(128), 'é', 'e\u0301', 'e', `'; --`]) {
      ids.add((await record({ externalId })).id);
    }
    expect(ids.size).toBe(6);
  });
});
