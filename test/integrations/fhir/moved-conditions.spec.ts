import { randomUUID } from 'node:crypto';
import { check } from '../../modules/consultations/counts/count-check';
import { CONDITION, ENCOUNTER, type Json, MALARIA, bundleOf, entry } from './bundles';
import { type Answered, type FhirCaller, answers, failure } from './fhir-caller';
import { FhirPlatform, type Totals } from './fhir-platform';

const CHOLERA = { text: 'Cholera' };
const identifier = (value: string) => [{ system: 'urn:v', value }];
const statuses = (answered: readonly Answered[]): string[] => answered.map(({ status }) => status);

/** An Encounter with Conditions, each by its identifier. */
function visitWith(
  encounter: Json,
  conditions: readonly (Json & { fullUrl?: string })[],
  request: Json = {},
): Json[] {
  const fullUrl = `urn:uuid:${randomUUID()}`;
  return [
    entry({ ...ENCOUNTER, ...encounter }, fullUrl),
    ...conditions.map((condition) =>
      entry(
        { ...CONDITION, subject: undefined, encounter: { reference: fullUrl }, ...condition },
        undefined,
        request,
      ),
    ),
  ];
}

describe('a Condition that was recorded before', () => {
  let fhir: FhirPlatform;
  let doctor: FhirCaller;
  let before: Totals;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
  });

  afterAll(async () => {
    await fhir.close();
  });

  beforeEach(async () => {
    doctor = await fhir.caller({ role: 'doctor', country: 'KE', email: `${randomUUID()}@example.org` });
    await doctor.post(
      bundleOf(visitWith({ identifier: identifier('e-1') }, [{ identifier: identifier('c-1') }])),
    );
    before = await fhir.totals();
  });

  afterEach(async () => {
    expect(await check(fhir.platform.database)).toMatchObject({ code: 0 });
  });

  const C_1: Json = { identifier: identifier('c-1') };
  const C_2: Json = { identifier: identifier('c-2'), code: CHOLERA };
  const P_2: Json = { subject: { identifier: { value: 'P-2' } } };
  const IF_NONE = { ifNoneExist: 'identifier=urn:v|c-1' };

  it.each<{ name: string; encounter: Json; conditions?: readonly Json[]; request?: Json }>([
    { name: 'another Encounter', encounter: { identifier: identifier('e-2') } },
    {
      name: 'another Encounter that has a new Condition too',
      encounter: { identifier: identifier('e-2') },
      conditions: [C_2, C_1],
    },
    {
      name: 'another Encounter, to be created if there is none',
      encounter: { identifier: identifier('e-2') },
      request: IF_NONE,
    },
    { name: 'another patient', encounter: P_2 },
    { name: 'another patient, to be created if there is none', encounter: P_2, request: IF_NONE },
  ])('is refused with $name, and nothing is recorded', async ({ encounter, conditions = [C_1], request }) => {
    const index = conditions.length;
    const others = visitWith({ identifier: identifier('e-9') }, [{ identifier: identifier('c-9') }]);
    const sent = visitWith(encounter, conditions, request);
    const told = failure(await doctor.post(bundleOf([...sent, ...others])));
    expect(told).toMatchObject({
      status: 409,
      issues: [{ code: 'conflict', expression: `Bundle.entry[${index}].resource` }],
    });
    expect(told.issues[0]?.text).toContain('recorded before');
    expect(await fhir.totals()).toEqual(before);
    const batch = statuses(answers(await doctor.post(bundleOf([...sent, ...others], 'batch'))));
    expect(batch[index]).toBe('409 Conflict');
    expect(batch.slice(sent.length)).toEqual(['201 Created', '201 Created']);
    expect(await fhir.totals()).toMatchObject({
      encounters: before.encounters + 1,
      cases: before.cases + 1,
    });
  });

  it('is refused with another Encounter that exists', async () => {
    const second = { identifier: identifier('e-2') };
    await doctor.post(bundleOf(visitWith(second, [C_2])));
    expect(failure(await doctor.post(bundleOf(visitWith(second, [C_2, C_1]))))).toMatchObject({
      status: 409,
      issues: [{ expression: 'Bundle.entry[2].resource', text: 'was recorded before in another Encounter' }],
    });
  });

  it('is refused in two Encounters of one Bundle', async () => {
    const twice = ['e-3', 'e-4'].flatMap((value) =>
      visitWith({ identifier: identifier(value) }, [{ identifier: identifier('c-3'), code: MALARIA }]),
    );
    expect(failure(await doctor.post(bundleOf(twice)))).toMatchObject({
      status: 409,
      issues: [{ expression: 'Bundle.entry[3].resource' }],
    });
    expect(await fhir.totals()).toEqual(before);
    expect(statuses(answers(await doctor.post(bundleOf(twice, 'batch'))))).toEqual([
      '201 Created',
      '201 Created',
      '424 Failed Dependency',
      '409 Conflict',
    ]);
  });

  it.each([{}, IF_NONE])(
    'brings a new Condition into its Encounter, where nothing tells the Encounters apart: %j',
    async (request) => {
      const sent = [...visitWith({}, [C_1], request)];
      expect(statuses(answers(await doctor.post(bundleOf(sent))))).toEqual(['200 OK', '200 OK']);
      expect(await fhir.totals()).toEqual(before);
      const more = answers(await doctor.post(bundleOf(visitWith({}, [C_1, C_2]))));
      expect(statuses(more)).toEqual(['200 OK', '200 OK', '201 Created']);
      expect((await doctor.get(more[0]?.location ?? '')).body).toMatchObject({
        identifier: identifier('e-1'),
        diagnosis: [more[1], more[2]].map((one) => ({ condition: { reference: one?.location } })),
      });
      expect(await fhir.totals()).toMatchObject({ encounters: before.encounters, cases: before.cases + 1 });
    },
  );
});
