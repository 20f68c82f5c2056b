import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type PlainCaller, payload } from '../../support/plain-caller';
import { check } from '../../modules/consultations/counts/count-check';
import { CONDITION, ENCOUNTER, type Json, MALARIA, bundleOf, entry, visit } from './bundles';
import { type Answered, type FhirCaller, answers, failure } from './fhir-caller';
import { FhirPlatform, type Totals } from './fhir-platform';

const VISITS = 'http://clinic.example.org/visits';
const identifier = (value: string) => [{ system: VISITS, value }];
const CHOLERA = { text: 'Cholera' };

const listed = z.object({
  data: z.object({ consultations: z.array(z.object({ id: z.string(), externalId: z.string().nullable() })) }),
});

const statuses = (answered: readonly Answered[]): string[] => answered.map(({ status }) => status);
const locations = (answered: readonly Answered[]) => answered.map(({ location }) => location);

describe('what is sent again to /fhir', () => {
  let fhir: FhirPlatform;
  let doctor: FhirCaller;
  let plain: PlainCaller;
  let before: Totals;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
  });

  afterAll(async () => {
    await fhir.close();
  });

  beforeEach(async () => {
    const cookie = await fhir.platform.session({ role: 'doctor', country: 'KE' });
    doctor = fhir.anyone.as(cookie);
    plain = fhir.plain.as(cookie);
    before = await fhir.totals();
  });

  afterEach(async () => {
    expect(await check(fhir.platform.database)).toMatchObject({ code: 0 });
  });

  /** What a test has recorded. */
  async function added(): Promise<Totals> {
    const { encounters, conditions, consultations, cases } = await fhir.totals();
    return {
      encounters: encounters - before.encounters,
      conditions: conditions - before.conditions,
      consultations: consultations - before.consultations,
      cases: cases - before.cases,
    };
  }

  it.each<[string, Json]>([
    [
      'identifiers',
      visit({ encounter: { identifier: identifier('1') }, condition: { identifier: identifier('1-a') } }),
    ],
    ['the Encounter’s identifier', visit({ encounter: { identifier: identifier('1') } })],
    ['the Condition’s identifier', visit({ condition: { identifier: identifier('1-a') } })],
    ['an identifier without a system', visit({ encounter: { identifier: [{ value: '1' }] } })],
    [
      'an identifier longer than an external id',
      visit({ encounter: { identifier: identifier('v'.repeat(900)) } }),
    ],
    [
      'UUIDs',
      bundleOf([
        entry(ENCOUNTER, 'urn:uuid:0f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'),
        entry(
          { ...CONDITION, encounter: { reference: 'urn:uuid:0F1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D' } },
          'urn:uuid:0f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4e',
        ),
      ]),
    ],
    [
      'addresses on their own server',
      bundleOf([
        entry(ENCOUNTER, 'https://ehr.example.org/fhir/Encounter/7'),
        entry(
          { ...CONDITION, encounter: { reference: 'Encounter/7' } },
          'https://ehr.example.org/fhir/Condition/8',
        ),
      ]),
    ],
  ])('is known by %s, and counts once', async (_case, bundle) => {
    const first = answers(await doctor.post(bundle));
    const second = answers(await doctor.post({ ...bundle, type: 'batch' }));
    expect(statuses(first)).toEqual(['201 Created', '201 Created']);
    expect(statuses(second)).toEqual(['200 OK', '200 OK']);
    expect(locations(second)).toEqual(locations(first));
    expect(await added()).toEqual({ encounters: 1, conditions: 1, consultations: 1, cases: 1 });
  });

  it('counts again what has neither identifier nor UUID, and says so', async () => {
    const [, told] = [await doctor.post(visit()), answers(await doctor.post(visit()))];
    expect(told.map(({ issues }) => issues[0])).toEqual([
      expect.stringContaining('would be recorded again'),
      expect.stringContaining('would be recorded again'),
    ]);
    expect(await added()).toMatchObject({ encounters: 2, cases: 2 });
  });

  it('knows a visit by its identifier though every sending has new UUIDs', async () => {
    const sending = (): Json => {
      const [encounter, condition] = [randomUUID(), randomUUID()].map((uuid) => `urn:uuid:${uuid}`);
      return bundleOf([
        entry({ ...ENCOUNTER, identifier: identifier('9') }, encounter),
        entry({ ...CONDITION, encounter: { reference: encounter } }, condition),
      ]);
    };
    await doctor.post(sending());
    expect(statuses(answers(await doctor.post(sending())))).toEqual(['200 OK', '200 OK']);
    expect(await added()).toMatchObject({ consultations: 1 });
  });

  it('tells the Conditions of one Encounter apart, and adds one that is new', async () => {
    const bundle = (...codes: Json[]): Json =>
      bundleOf([
        entry({ ...ENCOUNTER, identifier: identifier('2') }, 'urn:uuid:encounter'),
        ...codes.map((code) => entry({ ...CONDITION, code })),
      ]);
    await doctor.post(bundle(MALARIA, CHOLERA, CHOLERA));
    const again = answers(await doctor.post(bundle(CHOLERA, MALARIA, CHOLERA, { text: 'Asthma' })));
    expect(statuses(again)).toEqual(['200 OK', '200 OK', '200 OK', '200 OK', '201 Created']);
    expect(await added()).toEqual({ encounters: 1, conditions: 3, consultations: 3, cases: 3 });
  });

  it.each<[string, { encounter?: Json; condition?: Json; field: string; path: string }]>([
    [
      'another patient',
      {
        encounter: { subject: { identifier: { value: 'P-2' } } },
        condition: { subject: undefined },
        field: 'patient',
        path: 'entry[0].resource',
      },
    ],
    [
      'another start',
      { encounter: { period: { start: '2026-03-15' } }, field: 'period.start', path: 'entry[0].resource' },
    ],
    ['another pathology', { condition: { code: CHOLERA }, field: 'pathology', path: 'entry[1].resource' }],
  ])(
    'is refused with %s, and nothing of the transaction is recorded',
    async (_case, { encounter, condition, field, path }) => {
      const named = (more: { encounter?: Json | undefined; condition?: Json | undefined }) =>
        visit({
          encounter: { identifier: identifier('3'), ...more.encounter },
          condition: { identifier: identifier('3-a'), ...more.condition },
        });
      await doctor.post(named({}));
      const changed = named({ encounter, condition });
      const others = visit({ encounter: { identifier: identifier('4') } });
      const both = bundleOf([
        ...z.array(z.looseObject({})).parse(changed.entry),
        entry({ ...ENCOUNTER, identifier: identifier('4') }, 'urn:uuid:other'),
        entry({ ...CONDITION, encounter: { reference: 'urn:uuid:other' } }),
      ]);
      const told = failure(await doctor.post(both));
      expect(told.status).toBe(409);
      expect(told.issues).toMatchObject([{ code: 'conflict', expression: `Bundle.${path}` }]);
      expect(told.issues[0]?.text).toContain(`recorded before with another ${field}`);
      expect(await added()).toMatchObject({ consultations: 1 });
      const batch = answers(await doctor.post({ ...both, type: 'batch' }));
      expect(statuses(batch).slice(2)).toEqual(['201 Created', '201 Created']);
      expect(statuses(batch).slice(0, 2).sort()).toEqual(['409 Conflict', '424 Failed Dependency']);
      expect(statuses(answers(await doctor.post(others)))).toEqual(['200 OK', '200 OK']);
    },
  );

  it('is answered with what exists where it is to be created if none does, whatever it says', async () => {
    const subject = { identifier: { value: 'P-5' } };
    const bundle = (code: Json, start: string): Json =>
      bundleOf([
        entry(
          { ...ENCOUNTER, subject, identifier: identifier('5'), period: { start } },
          'urn:uuid:encounter',
          {
            ifNoneExist: `identifier=${VISITS}|5`,
          },
        ),
        entry({ ...CONDITION, subject, identifier: identifier('5-a'), code }, undefined, {
          ifNoneExist: '?identifier=5-a',
        }),
      ]);
    const first = answers(await doctor.post(bundle(MALARIA, '2026-03-14')));
    const second = answers(await doctor.post(bundle(CHOLERA, '2026-03-20')));
    expect(statuses(second)).toEqual(['200 OK', '200 OK']);
    expect(locations(second)).toEqual(locations(first));
    expect((await fhir.cases()).filter(({ patient }) => patient === 'P-5')).toMatchObject([
      { name: 'Malaria', moment: '2026-03-14T00:00:00.000Z' },
    ]);
  });

  it.each([
    'status=finished',
    `identifier=${VISITS}|6&status=finished`,
    'identifier=',
    `identifier=${VISITS}|7`,
    'identifier:of-type=6',
    '_id=6',
  ])('is refused under a condition that is not supported: %s', async (ifNoneExist) => {
    const bundle = bundleOf([
      entry({ ...ENCOUNTER, identifier: identifier('6') }, 'urn:uuid:encounter', { ifNoneExist }),
      entry(CONDITION),
    ]);
    expect(failure(await doctor.post(bundle))).toMatchObject({
      status: 400,
      issues: [{ code: 'not-supported', expression: 'Bundle.entry[0].request.ifNoneExist' }],
    });
  });

  it('is the same consultation by tRPC, where the identifier is the external id', async () => {
    const bundle = visit({ condition: { identifier: identifier('8') } });
    const [, condition] = answers(await doctor.post(bundle));
    const externalId = `${VISITS}|8`;
    const input = {
      patientId: 'P-1',
      pathologyName: 'Malaria',
      consultationDate: '2026-03-14T09:30:00Z',
      externalId,
    };
    const { id } = z
      .object({ data: z.object({ id: z.string() }) })
      .parse(payload(await plain.post('consultations.record', input))).data;
    expect(condition?.location).toBe(`Condition/${id}`);
    const { consultations } = listed.parse(
      payload(await plain.post('consultations.list', { externalId })),
    ).data;
    expect(consultations).toEqual([{ id, externalId }]);
  });

  it('is another doctor’s own, though the identifiers are the same', async () => {
    const bundle = visit({ encounter: { identifier: identifier('9') } });
    await doctor.post(bundle);
    const other = await fhir.caller({ role: 'doctor', country: 'KE', email: 'other@example.org' });
    expect(statuses(answers(await other.post(bundle)))).toEqual(['201 Created', '201 Created']);
  });

  it('takes the place of what was voided, where it says something else', async () => {
    const bundle = (code: Json, start: string) =>
      visit({
        encounter: { identifier: identifier('10'), period: { start } },
        condition: { identifier: identifier('10-a'), code },
      });
    const first = answers(await doctor.post(bundle(MALARIA, '2026-03-14')));
    const id = first[1]?.location?.replace('Condition/', '');
    payload(await plain.post('consultations.void', { id, reason: 'Wrong day' }));
    expect(statuses(answers(await doctor.post(bundle(MALARIA, '2026-03-14'))))).toEqual(['200 OK', '200 OK']);
    expect(statuses(answers(await doctor.post(bundle(CHOLERA, '2026-03-15'))))).toEqual([
      '201 Created',
      '201 Created',
    ]);
    expect(await added()).toMatchObject({ consultations: 2, cases: 1 });
  });
});
