import { z } from 'zod';
import { runCheckCounts } from '../modules/consultations/counts/count-check';
import { type PlainCaller, badRequest, failure, payload } from '../support/plain-caller';
import { CONSULTATION, consultationSchema, countConsultations, recordConsultation } from './consultations';
import { ListeningSuite } from '../support/listening-suite';
import { refuseWrites } from '../support/refused-writes';

const PROCEDURE = 'consultations.recordMany';

const responseSchema = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    recorded: z.int(),
    alreadyRecorded: z.int(),
    refused: z.int(),
    results: z.array(
      z.discriminatedUnion('status', [
        z.strictObject({ status: z.literal('recorded'), consultation: consultationSchema }),
        z.strictObject({ status: z.literal('alreadyRecorded'), consultation: consultationSchema }),
        z.strictObject({ status: z.literal('refused'), code: z.string(), message: z.string() }),
      ]),
    ),
  }),
});

type RecordingResult = z.output<typeof responseSchema>['data'];

describe('consultations.recordMany', () => {
  const here = new ListeningSuite();
  let doctor: PlainCaller;

  beforeEach(async () => {
    doctor = await here.doctor('KE');
  });

  afterEach(async () => {
    expect(await runCheckCounts(here.database)).toMatchObject({ code: 0 });
  });

  const send = (items: readonly unknown[], caller = doctor) =>
    caller.post(PROCEDURE, { consultations: items });

  const complete = (items: readonly object[]) => items.map((item) => ({ ...CONSULTATION, ...item }));

  const recordMany = async (items: readonly object[], caller = doctor): Promise<RecordingResult> =>
    responseSchema.parse(payload(await send(complete(items), caller))).data;

  function describeResult(result: RecordingResult['results'][number]): string {
    return result.status === 'refused' ? `${result.code} ${result.message}` : result.status;
  }

  it('records each item, in order, and returns it as consultations.record does', async () => {
    const items = Array.from({ length: 40 }, (_none, index) => ({
      patientId: `P-${index}`,
      pathologyName: index % 2 === 0 ? 'paludisme' : 'Homa ya Mto',
    }));
    const { results, ...counts } = await recordMany(items);
    expect(counts).toEqual({ recorded: 40, alreadyRecorded: 0, refused: 0 });
    expect(results.map((result) => result.status !== 'refused' && result.consultation.patientId)).toEqual(
      items.map(({ patientId }) => patientId),
    );
    const any: unknown = expect.any(String);
    const alone = await recordConsultation(doctor, items[39]);
    expect(results[39]).toMatchObject({
      status: 'recorded',
      consultation: { ...alone, id: any, recordedAt: any },
    });
  });

  it('refuses invalid items one by one, and records the others', async () => {
    await recordMany([{ externalId: 'taken' }]);
    const items = [
      {},
      { patientId: '', consultationDate: '2024-05-06' },
      { externalId: 'new' },
      { pathologyCode: 'icd10:R99.001A' },
      { country: 'TZ' },
      { externalId: 'taken', patientId: 'P-2' },
      { externalId: 'taken' },
      { externalId: 'new', pathologyName: 'Malaria' },
      { externalId: 'new' },
      { pathologyName: undefined },
      { pathologyCode: 'snomed:61462000' },
    ];
    const { results, ...counts } = await recordMany(items);
    expect(results.map(describeResult)).toEqual([
      'recorded',
      'BAD_REQUEST patientId: must not be empty; consultationDate: expected an ISO 8601 timestamp ending in Z, such as 2026-03-14T09:30:00Z',
      'recorded',
      expect.stringMatching(
        /^BAD_REQUEST pathologyCode: "icd10:R99.001A" is not in the catalogue, which follows ICD-10/,
      ),
      'FORBIDDEN country: your account is tied to KE; leave it out or send KE (10002)',
      'CONFLICT externalId: "taken" was recorded before with another patientId',
      'alreadyRecorded',
      'CONFLICT externalId: "new" was recorded before with another pathologyName',
      'alreadyRecorded',
      'BAD_REQUEST pathologyName: required, unless pathologyCode is sent',
      'BAD_REQUEST pathologyCode: expected a code such as icd10:B50.9 or icd11:1F40',
    ]);
    expect(counts).toEqual({ recorded: 2, alreadyRecorded: 2, refused: 7 });
  });

  it.each([[[null]], [['an item']], [[[]]], [[7, true]]])(
    'refuses items that are not objects: %j',
    async (items) => {
      const { data } = responseSchema.parse(payload(await send([...items, CONSULTATION])));
      expect(data).toMatchObject({ recorded: 1, refused: items.length });
      expect(data.results.slice(0, -1).map(describeResult)).toEqual(
        items.map(() => expect.stringMatching(/^BAD_REQUEST \w+: expected [^;]+$/) as unknown),
      );
    },
  );

  it('returns the same consultations for a repeated call, and records nothing', async () => {
    const items = Array.from({ length: 20 }, (_none, index) => ({ externalId: `visit ${index}` }));
    const first = await recordMany(items);
    const before = await countConsultations(here.database);
    const again = await recordMany(items.toReversed());
    expect(again).toMatchObject({ recorded: 0, alreadyRecorded: 20, refused: 0 });
    expect(again.results.toReversed()).toEqual(
      first.results.map((result) => ({ ...result, status: 'alreadyRecorded' })),
    );
    expect(await countConsultations(here.database)).toBe(before);
  });

  it('records only the new items of a call, in any order', async () => {
    const items = Array.from({ length: 30 }, (_none, index) => ({
      externalId: `visit ${index}`,
      patientId: `P-${index}`,
    }));
    await recordMany(items.slice(10, 20));
    const { recorded, alreadyRecorded } = await recordMany(items);
    expect({ recorded, alreadyRecorded }).toEqual({ recorded: 20, alreadyRecorded: 10 });
  });

  it('accepts at most 1,000 items', async () => {
    const items = Array.from({ length: 1_000 }, (_none, index) => ({ externalId: `visit ${index}` }));
    expect(await recordMany(items)).toMatchObject({ recorded: 1_000, refused: 0 });
    expect(failure(await send([...items, CONSULTATION]))).toEqual(
      badRequest('consultations: expected at most 1000 consultations'),
    );
  });

  it.each([
    ['no list', undefined, 'consultations: required, expected array'],
    ['an empty list', [], 'consultations: expected at least one consultation'],
    ['no list but text', 'all', 'consultations: expected array, received string'],
  ])('refuses %s', async (_case, items, message) => {
    expect(failure(await doctor.post(PROCEDURE, { consultations: items }))).toEqual(badRequest(message));
  });

  it('records nothing of a call that fails', async () => {
    const before = await countConsultations(here.database);
    // The last step fails.
    const permitWrites = await refuseWrites(here.database, 'INSERT ON pathology_count_change');
    const caller = await here.doctor('UG');
    const items = [{ pathologyName: 'Homa mpya' }, { externalId: 'visit' }, { pathologyName: 'Malaria' }];
    const { code } = failure(await send(complete(items), caller));
    expect(code).toBe('INTERNAL_SERVER_ERROR');
    expect(await countConsultations(here.database)).toBe(before);
    const [left] = await here.database.query<unknown[]>(
      `SELECT (SELECT count(*)::integer FROM consultation_claim WHERE external_id = 'visit') AS claims,
              (SELECT count(*)::integer FROM pathology WHERE scope = 'UG') AS pathologies`,
    );
    expect(left).toEqual({ claims: 0, pathologies: 0 });
    await permitWrites();
    expect(await recordMany(items, caller)).toMatchObject({ recorded: 3 });
  });

  it('lets an administrator of all countries record each item in another country', async () => {
    const admin = await here.as('admin', '*');
    const { results } = await recordMany([{ country: 'KE' }, { country: 'tza' }, {}], admin);
    expect(results).toMatchObject([
      { consultation: { country: 'KE' } },
      { consultation: { country: 'TZ' } },
      { consultation: { country: 'ZZ' } },
    ]);
  });

  it('logs no patients', async () => {
    await recordMany([{ patientId: 'Wanjiru Secret' }, { patientId: 'Wanjiru Secret', country: 'TZ' }]);
    expect(here.platform.logLines.join('')).not.toContain('Wanjiru');
  });
});
