import { contentDigest } from '../../src/platform/database/content-digest';
import { runCheckCounts } from '../modules/consultations/counts/count-check';
import { type PlainCaller, badRequest, failure, payload } from '../support/plain-caller';
import { CONSULTATION, recordConsultation } from './consultations';
import { conflict, foreignCountry } from './failures';
import { ListeningSuite } from '../support/listening-suite';

const INPUT = { ...CONSULTATION, pathologyName: 'Malaria', externalId: 'visit 1' };

describe('consultations.record with an external id', () => {
  const here = new ListeningSuite();
  let doctor: PlainCaller;

  beforeEach(async () => {
    doctor = await here.doctor('KE');
  });

  afterEach(async () => {
    expect(await runCheckCounts(here.database)).toMatchObject({ code: 0 });
  });

  const send = (input: object, caller = doctor) =>
    caller.post('consultations.record', { ...INPUT, ...input });

  const record = (input: object = {}, caller = doctor) => recordConsultation(caller, { ...INPUT, ...input });

  const voidOne = async (id: string, caller = doctor) =>
    payload(await caller.post('consultations.void', { id, reason: 'Recorded by mistake' }));

  const otherContent = (fields: string) =>
    conflict(`externalId: "visit 1" was recorded before with another ${fields}`);

  /** Counts the consultations of the account that recorded a consultation. */
  async function countOfRecorder(id: string): Promise<number> {
    const [{ count }] = await here.database.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count FROM consultation
       WHERE recorded_by = (SELECT recorded_by FROM consultation WHERE id = $1)`,
      [id],
    );
    return count;
  }

  it('returns the whole first record for a repeated call, and records nothing', async () => {
    const first = await record();
    expect(await record()).toStrictEqual(first);
    expect(first.externalId).toBe('visit 1');
    expect(await countOfRecorder(first.id)).toBe(1);
  });

  it('recognises an id and a patient’s number in another normalization form of Unicode', async () => {
    const content = { patientId: 'José-1', externalId: 'café-1' };
    const decompose = ({ patientId, externalId }: typeof content) => ({
      patientId: patientId.normalize('NFD'),
      externalId: externalId.normalize('NFD'),
    });
    const first = await record(decompose(content));
    expect(first).toMatchObject(content);
    for (const input of [content, decompose(content)]) expect(await record(input)).toStrictEqual(first);
    // As the migration leaves what an earlier release recorded.
    const digest = contentDigest(['KE', 'malaria', 'José-1'.normalize('NFD'), first.consultationDate]);
    await here.database.query('UPDATE consultation_claim SET digest = $2 WHERE consultation_id = $1', [
      first.id,
      digest,
    ]);
    await voidOne(first.id);
    for (const input of [content, decompose(content)]) expect((await record(input)).id).toBe(first.id);
    expect(await countOfRecorder(first.id)).toBe(1);
  });

  it('refuses a name with another comparator, but not if an earlier release recorded the id', async () => {
    const content = { pathologyName: 'CD4 <200' };
    const first = await record(content);
    const other = { pathologyName: 'CD4 >200' };
    expect(failure(await send(other))).toStrictEqual(otherContent('pathologyName'));
    const digest = contentDigest(['KE', 'cd4200', first.patientId, first.consultationDate]);
    await here.database.query(
      'UPDATE consultation_claim SET digest = $2, is_by_spelling = true WHERE consultation_id = $1',
      [first.id, digest],
    );
    // The earlier release did not tell them apart, so that what was sent first is not known.
    for (const input of [content, other]) expect((await record(input)).id).toBe(first.id);
    await voidOne(first.id);
    expect((await record(content)).id).toBe(first.id);
    expect(await countOfRecorder(first.id)).toBe(1);
  });

  it.each([
    ['CD4 200', 'CD4 <200'],
    ['Lactate 25', 'Lactate 2.5'],
  ])('refuses a correction of %j to %j and back, and records it after a void', async (plain, signed) => {
    for (const [sent, corrected] of [
      [plain, signed],
      [signed, plain],
    ] as const) {
      doctor = await here.doctor('KE');
      const first = await record({ pathologyName: sent });
      expect(failure(await send({ pathologyName: corrected }))).toStrictEqual(otherContent('pathologyName'));
      await voidOne(first.id);
      const second = await record({ pathologyName: corrected });
      expect(second).toMatchObject({ pathologyName: corrected, voidedAt: null });
      expect(failure(await send({ pathologyName: sent }))).toStrictEqual(otherContent('pathologyName'));
    }
  });

  it('marks a claim as one of this release when a correction takes it over', async () => {
    const first = await record({ pathologyName: 'Grade 12' });
    await here.database.query(
      'UPDATE consultation_claim SET is_by_spelling = true WHERE consultation_id = $1',
      [first.id],
    );
    await voidOne(first.id);
    await record({ pathologyName: 'Grade 13' });
    expect(failure(await send({ pathologyName: 'Grade 1-3' }))).toStrictEqual(otherContent('pathologyName'));
  });

  it.each([
    ['space around the fields', { patientId: ' P-1 ', externalId: ' visit 1 ' }],
    ['a synonym', { pathologyName: 'paludisme' }],
    ['another spelling', { pathologyName: 'MALÁRIA' }],
    ['its code', { pathologyName: undefined, pathologyCode: 'icd10:B54' }],
    ['its code in another case, and another name', { pathologyCode: 'ICD10:b54', pathologyName: 'Cholera' }],
    ['the same time in more digits', { consultationDate: '2024-05-06T07:08:09.000000Z' }],
    ['the account’s own country', { country: 'ken' }],
  ])('accepts %s as the same content', async (_case, input) => {
    const first = await record();
    expect(await record(input)).toStrictEqual(first);
    expect(await countOfRecorder(first.id)).toBe(1);
  });

  it('accepts any spelling of a name of the account’s country as the same content', async () => {
    const first = await record({ pathologyName: 'Kitui fever' });
    expect(await record({ pathologyName: 'KITUI  févér' })).toStrictEqual(first);
    expect(failure(await send({ pathologyName: 'Kitui fever 2' }))).toStrictEqual(
      otherContent('pathologyName'),
    );
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
  ])('refuses other content and names the fields that differ: %j', async (input, message) => {
    const { id } = await record();
    expect(failure(await send(input))).toStrictEqual(otherContent(message));
    expect(await countOfRecorder(id)).toBe(1);
  });

  it.each(['Malaria', 'Bungoma fever'])(
    'refuses another country or day as other content: %s',
    async (pathologyName) => {
      const ofAllCountries = await here.doctor('*');
      const { id } = await record({ pathologyName, country: 'KE' }, ofAllCountries);
      expect(failure(await send({ pathologyName, country: 'TZ' }, ofAllCountries))).toStrictEqual(
        otherContent('country'),
      );
      expect(failure(await send({ pathologyName }, ofAllCountries))).toStrictEqual(otherContent('country'));
      const nextDay = { pathologyName, country: 'TZ', consultationDate: '2024-05-07T07:08:09Z' };
      expect(failure(await send(nextDay, ofAllCountries))).toStrictEqual(
        otherContent('consultationDate and country'),
      );
      expect(await countOfRecorder(id)).toBe(1);
    },
  );

  it('refuses another country than the account’s, and does not claim the id', async () => {
    expect(failure(await send({ country: 'TZ' }))).toStrictEqual(foreignCountry());
    await record();
  });

  it('keeps the external ids of accounts separate', async () => {
    const [first, second] = [await record(), await record({ patientId: 'P-2' }, await here.doctor('KE'))];
    expect(second.id).not.toBe(first.id);
    expect(await record()).toStrictEqual(first);
  });

  it('ignores consultations that were recorded without an external id', async () => {
    const without = await record({ externalId: undefined });
    expect(without.externalId).toBeNull();
    expect((await record()).id).not.toBe(without.id);
  });

  it('returns a voided consultation as voided, and does not record it again', async () => {
    const { id } = await record();
    await voidOne(id);
    const again = await record({ pathologyName: 'paludisme' });
    expect(again).toMatchObject({ id, voidedAt: expect.any(String) as unknown });
    expect(await countOfRecorder(id)).toBe(1);
  });

  it('records other content once in place of a voided consultation', async () => {
    const { id } = await record();
    await voidOne(id);
    const corrected = await record({ pathologyName: 'Cholera' });
    expect(corrected.id).not.toBe(id);
    expect(await record({ pathologyCode: 'icd10:A00.9', pathologyName: undefined })).toStrictEqual(corrected);
    expect(failure(await send({}))).toStrictEqual(otherContent('pathologyName'));
    expect(await countOfRecorder(id)).toBe(2);
  });

  it('returns a consultation whose patient was erased', async () => {
    const { id } = await record();
    await here.database.query(`UPDATE consultation SET patient_id = 'erased' WHERE id = $1`, [id]);
    expect((await record()).id).toBe(id);
  });

  it('recognises a name of one country after it became a synonym of the catalogue', async () => {
    const first = await record({ pathologyName: 'Sultan fever' });
    await here.database.query(
      `INSERT INTO pathology_name (scope, key, pathology_id)
       SELECT '*', 'sultanfever', id FROM pathology WHERE scope = '*' AND key = 'plague'`,
    );
    expect((await record({ pathologyName: 'Sultan fever' })).id).toBe(first.id);
    expect(failure(await send({ pathologyName: 'Cholera' }))).toStrictEqual(otherContent('pathologyName'));
  });

  it.each([
    [{ externalId: '' }, 'externalId: must not be empty'],
    [{ externalId: 'x'.repeat(129) }, 'externalId: expected at most 128 characters'],
    [{ externalId: 'a\nb' }, 'externalId: must be a single line without control characters'],
    [{ externalId: 7 }, 'externalId: expected string, received number'],
    [{ externalId: null }, 'externalId: expected string, received null'],
  ])('refuses %j and describes the problem', async (input, message) => {
    expect(failure(await send(input))).toStrictEqual(badRequest(message));
  });

  it('accepts 128 characters, and distinguishes case and accents, but not their forms', async () => {
    const ids = new Set<string>();
    for (const externalId of ['x'.repeat(128), 'X'.repeat(128), 'é', 'e\u0301', 'e', `'; --`]) {
      ids.add((await record({ externalId })).id);
    }
    expect(ids.size).toBe(5);
  });
});
