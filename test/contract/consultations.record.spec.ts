import { z } from 'zod';
import { type PlainCaller, badRequest, failure } from '../support/plain-caller';
import { CONSULTATION, consultationSchema, countConsultations, recordConsultation } from './consultations';
import { ListeningSuite } from '../support/listening-suite';
import { ALL_CASES } from '../support/daily-counts';

const newSchema = consultationSchema.extend({ voidedAt: z.null() });

const DATE_FORMAT =
  'consultationDate: expected an ISO 8601 timestamp ending in Z, such as 2026-03-14T09:30:00Z';
const ERASED_NUMBER = 'erased-ce047d57-1ee1-43e6-8a3b-299be8b65a7c';
const RESERVED = 'is reserved for erased patients; send your own number of the patient';
const HOUR_MS = 60 * 60 * 1000;

function hoursFromNow(hours: number): string {
  return new Date(Date.now() + hours * HOUR_MS).toISOString();
}

const formatCharacter = (character: string) =>
  `must not contain invisible characters (it has ${character}); send it without`;

describe('consultations.record', () => {
  const here = new ListeningSuite();
  let doctor: PlainCaller;

  beforeAll(async () => {
    doctor = await here.doctor('KE');
  });

  const record = async (input: object, caller = doctor) =>
    newSchema.parse(await recordConsultation(caller, input));

  it('returns the recorded consultation in the general structure', async () => {
    const before = Date.now();
    const { recordedAt, ...rest } = await record({ patientId: '  P-10482 ', pathologyName: ' choléra ' });
    expect(rest).toStrictEqual({
      id: rest.id,
      patientId: 'P-10482',
      pathologyName: 'Cholera',
      pathologyCode: 'icd10:A00.9',
      consultationDate: '2024-05-06T07:08:09.000Z',
      externalId: null,
      country: 'KE',
      voidedAt: null,
    });
    // The database uses the clock of this machine, in microseconds.
    expect(Date.parse(recordedAt)).toBeGreaterThanOrEqual(before - 1);
    expect(Date.parse(recordedAt)).toBeLessThanOrEqual(Date.now() + 1);
  });

  it.each([
    ['KE', 'KE'],
    [null, 'ZZ'],
    ['*', 'ZZ'],
  ])('records a consultation of a doctor of %s in %s, with the account', async (country, filed) => {
    const caller = await here.doctor(country);
    const userId = await here.accountOf(caller);
    const { id, recordedAt } = await record({ consultationDate: '2024-05-06T23:59:59.999Z' }, caller);
    const rows: unknown = await here.database.query(
      `SELECT c.*, p.name FROM consultation c JOIN pathology p ON p.id = c.pathology_id WHERE c.id = $1`,
      [id],
    );
    const pathologyId: unknown = expect.any(String);
    expect(rows).toStrictEqual([
      {
        country: filed,
        id,
        pathology_id: pathologyId,
        patient_id: 'P-1',
        consulted_at: new Date('2024-05-06T23:59:59.999Z'),
        recorded_at: expect.any(Date) as unknown,
        recorded_by: userId,
        external_id: null,
        name: 'Cholera',
      },
    ]);
    expect(recordedAt).toMatch(/Z$/);
  });

  it('counts each consultation once, in its country and on its day in UTC', async () => {
    const caller = await here.doctor('TZ');
    await record({ consultationDate: '2024-02-29T23:59:59.999Z' }, caller);
    await record({ consultationDate: '2024-03-01T00:00:00Z' }, caller);
    await record({ consultationDate: '2024-03-01T23:00:00Z' }, caller);
    const counts: unknown = await here.database.query(
      `SELECT day::text, sum(cases)::integer AS cases FROM ${ALL_CASES} c
       WHERE country = 'TZ' GROUP BY day ORDER BY day`,
    );
    expect(counts).toEqual([
      { day: '2024-02-29', cases: 1 },
      { day: '2024-03-01', cases: 2 },
    ]);
  });

  it('stores the date to the millisecond, in any time zone of the server', async () => {
    // Until 1972, Liberia’s offset from UTC was not a whole number of minutes: 44 minutes and 30 seconds.
    const zone = jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(44);
    const { id } = await record({ consultationDate: '1971-06-01T00:00:00.001Z' });
    zone.mockRestore();
    const rows: unknown = await here.database.query(
      `SELECT to_char(consulted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') AS moment
       FROM consultation WHERE id = $1`,
      [id],
    );
    expect(rows).toEqual([{ moment: '1971-06-01 00:00:00.001' }]);
  });

  it('records a consultation twice if it is sent twice', async () => {
    expect((await record({})).id).not.toBe((await record({})).id);
  });

  it.each([
    ['case', 'CHOLERA', 'Cholera'],
    ['accents', 'chôlérà', 'Cholera'],
    ['composed or decomposed letters', 'chole\u0301ra', 'Cholera'],
    ['spacing', '  Typhoid \u00a0 fever', 'Typhoid fever'],
    ['punctuation', 'typhoid-fever', 'Typhoid fever'],
    ['an English synonym', 'enteric fever', 'Typhoid fever'],
    ['a French name', 'FIÈVRE TYPHOIDE', 'Typhoid fever'],
    ['a French name without its accents', 'fievre typhoide', 'Typhoid fever'],
    ['a Portuguese name', 'Febre Tifóide', 'Typhoid fever'],
    ['another French name', 'Rougeole', 'Measles'],
    ['another Portuguese name', 'sarampo', 'Measles'],
    ['a common short form', 'palu', 'Malaria'],
  ])('finds a pathology in spite of %s: %s', async (_case, pathologyName, name) => {
    expect((await record({ pathologyName })).pathologyName).toBe(name);
  });

  it('creates a pathology of a new name, and finds it in any spelling', async () => {
    expect((await record({ pathologyName: '  Kisiwa  Fever ' })).pathologyName).toBe('Kisiwa  Fever');
    expect((await record({ pathologyName: 'KISIWA FÉVER' })).pathologyName).toBe('Kisiwa  Fever');
    const rows: unknown = await here.database.query(
      `SELECT scope, name, icd10 FROM pathology WHERE key = 'kisiwafever'`,
    );
    expect(rows).toEqual([{ scope: 'KE', name: 'Kisiwa  Fever', icd10: null }]);
  });

  it('does not show a country the spelling of another country', async () => {
    const ghana = await here.doctor('GH');
    expect((await record({ pathologyName: 'Mwanza Fever' })).pathologyName).toBe('Mwanza Fever');
    expect((await record({ pathologyName: 'MWANZA FEVER' }, ghana)).pathologyName).toBe('MWANZA FEVER');
    expect((await record({ pathologyName: 'mwanza fever' })).pathologyName).toBe('Mwanza Fever');
  });

  it.each([
    ['no letter or digit', '???'],
    ['another script', 'حمى الوادي'],
    ['characters that unfold to many', '\ufdfa'.repeat(200)],
    ['200 characters', 'x'.repeat(200)],
    ['quotes and a semicolon', `Robert'); DROP TABLE pathology;--`],
    ['a well-known property’s name', '__proto__'],
  ])('accepts a new name of %s', async (_case, pathologyName) => {
    expect((await record({ pathologyName })).pathologyName).toBe(pathologyName);
    expect((await record({ pathologyName })).pathologyName).toBe(pathologyName);
  });

  it.each([
    ['64 characters of patientId', { patientId: 'p'.repeat(64) }],
    ['64 characters of patientId and space around them', { patientId: ` ${'p'.repeat(64)} ` }],
    ['one character each', { patientId: 'p', pathologyName: 'x' }],
    ['the start of 1900', { consultationDate: '1900-01-01T00:00:00Z' }],
    ['29 February of a leap year', { consultationDate: '2024-02-29T00:00:00Z' }],
    ['microseconds', { consultationDate: '2024-05-06T07:08:09.123456Z' }],
    ['a time 23 hours ahead', { consultationDate: hoursFromNow(23) }],
  ])('accepts %s', async (_case, input) => {
    await record(input);
  });

  const dates: [string, unknown, string][] = [
    ['a time 25 hours ahead', hoursFromNow(25), 'must not be more than 24 hours in the future'],
    [
      'a day that the month does not have',
      '2023-02-29T00:00:00Z',
      'there is no such day: this month has 28 days',
    ],
    ['a time before 1900', '1899-12-31T23:59:59.999Z', 'must not be before 1900'],
  ];
  const unreadable = [
    '2024-05-06',
    '2024-05-06T07:08:09',
    '2024-05-06T07:08:09+03:00',
    '2024-05-06 07:08:09Z',
    '06/05/2024',
    '2024-13-01T00:00:00Z',
    '2024-05-06T24:00:00Z',
    'yesterday',
    '',
    '2024-05-06T07:08:09Z\0',
    '\ud800',
    1_714_979_289_000,
    null,
  ];
  it.each([
    ...dates.map(([what, date, problem]) => [what, date, `consultationDate: ${problem}`] as const),
    ...unreadable.map((date) => [JSON.stringify(date), date, DATE_FORMAT] as const),
  ])('refuses %s as consultationDate', async (_case, consultationDate, problem) => {
    const response = await doctor.post('consultations.record', { ...CONSULTATION, consultationDate });
    expect(failure(response)).toStrictEqual(badRequest(problem));
  });

  it.each([
    [{ patientId: '' }, 'patientId: must not be empty'],
    [{ patientId: ' \t' }, 'patientId: must not be empty'],
    [{ patientId: 'P-1\nP-2' }, 'patientId: must be a single line without control characters'],
    [{ pathologyName: 'Homa \u001b[2J' }, 'pathologyName: must be a single line without control characters'],
    [{ patientId: 'P\u200b-1' }, `patientId: ${formatCharacter('U+200B')}`],
    [{ patientId: 'P\u202e-1' }, `patientId: ${formatCharacter('U+202E')}`],
    [{ externalId: 'V\u200d' }, `externalId: ${formatCharacter('U+200D')}`],
    [{ patientId: 'p'.repeat(65) }, 'patientId: expected at most 64 characters'],
    [{ patientId: 10482 }, 'patientId: expected string, received number'],
    [{ patientId: 'P\0' }, 'patientId: must not contain NUL characters'],
    [{ patientId: '\udfff' }, 'patientId: must be well-formed Unicode (it has a lone surrogate)'],
    [{ patientId: ' erased ' }, `patientId: ${RESERVED}`],
    [{ patientId: ERASED_NUMBER }, `patientId: ${RESERVED}`],
    [{ pathologyName: ' ' }, 'pathologyName: must not be empty'],
    [{ pathologyName: 'x'.repeat(201) }, 'pathologyName: expected at most 200 characters'],
    [{ pathologyName: ['Cholera'] }, 'pathologyName: expected string, received array'],
    [{ pathologyName: '\0' }, 'pathologyName: must not contain NUL characters'],
    [{ pathologyName: 'a\ud800' }, 'pathologyName: must be well-formed Unicode (it has a lone surrogate)'],
  ])('refuses %j and describes the problem', async (input, problem) => {
    const response = await doctor.post('consultations.record', { ...CONSULTATION, ...input });
    expect(failure(response)).toStrictEqual(badRequest(problem));
  });

  it.each(['Erased', 'erased-1', `${ERASED_NUMBER}-2`, 'P-erased'])(
    'records %s, which is not reserved for erased patients',
    async (patientId) => {
      expect(await record({ patientId })).toMatchObject({ patientId });
    },
  );

  it('names all missing fields at once', async () => {
    const { code, message } = failure(await doctor.post('consultations.record', {}));
    expect(code).toBe('BAD_REQUEST');
    expect(message).toMatch(
      /^patientId: required, expected string; pathologyName: required, unless pathologyCode is sent; consultationDate: /,
    );
  });

  it('records nothing if the call is refused', async () => {
    const before = await countConsultations(here.database);
    await doctor.post('consultations.record', { ...CONSULTATION, patientId: '' });
    await here.anyone.post('consultations.record', CONSULTATION);
    expect(await countConsultations(here.database)).toBe(before);
  });
});
