import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type PlainCaller, payload } from '../../support/plain-caller';
import { check } from '../../modules/consultations/counts/count-check';
import { CONDITION, ENCOUNTER, ICD_10, type Json, MALARIA, bundleOf, entry, visit } from './bundles';
import { type Answered, type FhirCaller, answers, failure } from './fhir-caller';
import { FhirPlatform } from './fhir-platform';

const identifier = (value: string) => [{ system: 'urn:v', value }];
const statuses = (answered: readonly Answered[]): string[] => answered.map(({ status }) => status);
const locations = (answered: readonly Answered[]) => answered.map(({ location }) => location);
const recorded = z.object({ data: z.object({ id: z.string() }) });
const resources = z.object({
  entry: z.array(z.object({ fullUrl: z.string(), resource: z.looseObject({ resourceType: z.string() }) })),
});

describe('one visit that is sent in several ways', () => {
  let fhir: FhirPlatform;
  let doctor: FhirCaller;
  let plain: PlainCaller;
  let before: number;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
  });

  afterAll(async () => {
    await fhir.close();
  });

  beforeEach(async () => {
    const cookie = await fhir.platform.session({
      role: 'doctor',
      country: 'KE',
      email: `${randomUUID()}@example.org`,
    });
    doctor = fhir.anyone.as(cookie);
    plain = fhir.plain.as(cookie);
    before = (await fhir.totals()).cases;
  });

  afterEach(async () => {
    expect(await check(fhir.platform.database)).toMatchObject({ code: 0 });
  });

  const counted = async () => (await fhir.totals()).cases - before;
  const post = async (bundle: Json) => answers(await doctor.post(bundle));

  const diagnosed = (name: string, ...codes: Json[]): Json =>
    bundleOf([
      entry({ ...ENCOUNTER, identifier: identifier(name) }, 'urn:uuid:encounter'),
      ...codes.map((code) => entry({ ...CONDITION, code }, `urn:uuid:${randomUUID()}`)),
    ]);

  it('counts a pathology once, however its Condition spells it', async () => {
    const coding = [{ system: 'http://snomed.info/sct', code: '61462000' }, ...MALARIA.coding];
    const first = await post(diagnosed('1', MALARIA));
    for (const code of [
      { coding },
      { coding: coding.toReversed() },
      { text: 'Paludisme' },
      { text: ' malaria' },
    ]) {
      const again = await post(diagnosed('1', code));
      expect(statuses(again)).toEqual(['200 OK', '200 OK']);
      expect(locations(again)).toEqual(locations(first));
    }
    await post(diagnosed('1', { text: 'Homa ya mji' }));
    await post(diagnosed('1', { text: 'HOMA YA MJI (disorder)' }));
    expect(await counted()).toBe(2);
  });

  it.each(['identifier', 'none'])(
    'counts a pathology once in one Bundle as in two, the Encounter having %s',
    async (named) => {
      const entries = [
        entry(
          { ...ENCOUNTER, ...(named === 'identifier' && { identifier: identifier('2') }) },
          'urn:uuid:encounter',
        ),
        entry({ ...CONDITION, code: MALARIA }),
        entry({ ...CONDITION, code: { text: 'Malaria' } }),
      ];
      const answered = await post(bundleOf(entries));
      expect(statuses(answered)).toEqual(['201 Created', '201 Created', '200 OK']);
      expect(answered[2]?.location).toBe(answered[1]?.location);
      expect(answered[2]?.issues[0]).toContain('same pathology');
      expect(await counted()).toBe(1);
    },
  );

  it('counts a pathology again for a Condition with an identifier of its own', async () => {
    const bundle = bundleOf([
      entry({ ...ENCOUNTER, identifier: identifier('3') }, 'urn:uuid:encounter'),
      ...['a', 'b'].map((value) => entry({ ...CONDITION, identifier: identifier(`3-${value}`) })),
    ]);
    expect(statuses(await post(bundle))).toEqual(['201 Created', '201 Created', '201 Created']);
    expect(await counted()).toBe(2);
  });

  it('refuses a new Condition for an Encounter that exists and is of another patient or start', async () => {
    const sent = (change: Json, code: Json): Json =>
      bundleOf([
        entry({ ...ENCOUNTER, identifier: identifier('4'), ...change }, 'urn:uuid:encounter', {
          ifNoneExist: 'identifier=urn:v|4',
        }),
        entry({ ...CONDITION, subject: undefined, code }),
      ]);
    await post(sent({}, MALARIA));
    const other = { subject: { identifier: { value: 'P-2' } } };
    for (const change of [other, { period: { start: '2026-03-15' } }]) {
      expect(failure(await doctor.post(sent(change, { text: 'Cholera' })))).toMatchObject({
        status: 409,
        issues: [{ code: 'conflict', expression: 'Bundle.entry[1].resource' }],
      });
    }
    expect(statuses(await post(sent({ period: { start: '2026-03-15' } }, MALARIA)))).toEqual([
      '200 OK',
      '200 OK',
    ]);
    expect(failure(await doctor.post(sent(other, MALARIA)))).toEqual({
      status: 409,
      issues: [
        {
          code: 'conflict',
          text: 'was recorded before with another patient',
          expression: 'Bundle.entry[1].resource',
        },
      ],
    });
    expect(statuses(await post(sent({}, { text: 'Cholera' })))).toEqual(['200 OK', '201 Created']);
    expect(await counted()).toBe(2);
  });

  it('refuses an Encounter that was recorded of the same number of another hospital', async () => {
    const sent = (system: string | undefined) =>
      visit({
        encounter: { identifier: identifier('5'), subject: { identifier: { system, value: 'P-1' } } },
        condition: { subject: undefined },
      });
    await post(sent('urn:a'));
    expect(failure(await doctor.post(sent('urn:b')))).toMatchObject({ status: 409 });
    expect(statuses(await post(sent(undefined)))).toEqual(['200 OK', '200 OK']);
  });

  it('is known by its identifiers in whatever order they stand', async () => {
    const sent = (values: string[]) =>
      visit({ encounter: { identifier: values.flatMap(identifier) }, condition: {} });
    await post(sent(['6-a', '6-b']));
    expect(statuses(await post(sent(['6-b', '6-a'])))).toEqual(['200 OK', '200 OK']);
  });

  it('is known when what was read is sent back, however it was recorded', async () => {
    const input = {
      patientId: 'P-1',
      pathologyName: 'Malaria',
      consultationDate: '2026-03-14T09:30:00Z',
    };
    const ids: string[] = [];
    for (const more of [{ externalId: 'X-1' }, {}]) {
      ids.push(
        recorded.parse(payload(await plain.post('consultations.record', { ...input, ...more }))).data.id,
      );
    }
    const answered = await post(visit());
    const addresses = [
      ...ids.flatMap((id) => [`Encounter/${id}`, `Condition/${id}`]),
      ...locations(answered).map((location) => location ?? ''),
    ];
    const [byNumber] = await Promise.all(addresses.slice(1, 2).map((address) => doctor.get(address)));
    expect(byNumber?.body).toMatchObject({ identifier: [{ value: 'X-1' }] });
    const numbered = visit({ encounter: {}, condition: { identifier: [{ value: 'X-1' }] } });
    expect(await post(numbered)).toMatchObject([
      { status: '200 OK', location: `Encounter/${ids[0]}` },
      { status: '200 OK', location: `Condition/${ids[0]}` },
    ]);
    const metadata: unknown = (await doctor.get('metadata')).body;
    const base = z.object({ implementation: z.object({ url: z.string() }) }).parse(metadata)
      .implementation.url;
    const back = await Promise.all(
      addresses.map(async (address) =>
        entry(z.looseObject({}).parse((await doctor.get(address)).body), `${base}/${address}`, {
          url: address.split('/')[0],
        }),
      ),
    );
    expect(await post(bundleOf(back))).toMatchObject(
      addresses.map((location) => ({ status: '200 OK', location })),
    );
    const represented = resources.parse(
      (await doctor.post(numbered, { prefer: 'return=representation' })).body,
    );
    const sentBack = represented.entry.map(({ fullUrl, resource }) => entry(resource, fullUrl));
    expect(statuses(await post(bundleOf(sentBack)))).toEqual(['200 OK', '200 OK']);
    expect(await counted()).toBe(3);
    const other = await fhir.caller({ role: 'doctor', country: 'KE', email: 'another@example.org' });
    expect(failure(await other.post(bundleOf(back)))).toMatchObject({
      status: 422,
      issues: [0, 2, 4].map((index) => ({
        code: 'not-found',
        expression: `Bundle.entry[${index}].fullUrl`,
      })),
    });
    expect(await counted()).toBe(3);
  });

  it('says of what was voided that it does not count', async () => {
    const bundle = visit({ encounter: { identifier: identifier('7') } });
    const id = (await post(bundle))[1]?.location?.replace('Condition/', '');
    payload(await plain.post('consultations.void', { id, reason: 'Wrong day' }));
    const [, again] = await post(bundle);
    expect(again).toMatchObject({ status: '200 OK', location: `Condition/${id}` });
    expect(again?.issues[0]).toContain('voided');
    expect(await counted()).toBe(0);
  });

  it('answers the Encounter that has the Conditions, where a new one would have none', async () => {
    const sent = (change: Json = {}): Json =>
      bundleOf([
        entry(
          { ...ENCOUNTER, ...change },
          'urn:uuid:0b6f3c1e-5a63-4a0e-9d5c-6f1f1f0a7c1'.concat(`${(sending += 1)}`),
        ),
        entry({
          ...CONDITION,
          subject: undefined,
          identifier: identifier('8'),
          encounter: { reference: 'urn:uuid:0b6f3c1e-5a63-4a0e-9d5c-6f1f1f0a7c1'.concat(`${sending}`) },
        }),
      ]);
    let sending = 0;
    const { encounters } = await fhir.totals();
    const first = await post(sent());
    const again = await post(sent());
    expect(statuses(again)).toEqual(['200 OK', '200 OK']);
    expect(locations(again)).toEqual(locations(first));
    expect((await fhir.totals()).encounters).toBe(encounters + 1);
    const other = { subject: { identifier: { system: 'urn:other', value: 'P-1' } } };
    expect(failure(await doctor.post(sent(other)))).toMatchObject({ status: 409 });
  });

  it('is not refused for the sake of a visit that is refused itself', async () => {
    const clash = visit({ condition: { identifier: identifier('9') } });
    await post(clash);
    const visitOf = (fullUrl: string, subject: Json, more: Json): Json[] => [
      entry({ ...ENCOUNTER, subject, identifier: identifier('9-e') }, fullUrl),
      entry({ ...CONDITION, subject, encounter: { reference: fullUrl }, ...more }),
    ];
    const batch = bundleOf(
      [
        ...visitOf(
          'urn:uuid:1',
          { identifier: { value: 'P-8' } },
          { identifier: identifier('9'), code: { coding: [{ system: ICD_10, code: 'A01.0' }] } },
        ),
        ...visitOf('urn:uuid:2', { identifier: { value: 'P-9' } }, {}),
      ],
      'batch',
    );
    expect(statuses(await post(batch))).toEqual([
      '424 Failed Dependency',
      '409 Conflict',
      '201 Created',
      '201 Created',
    ]);
  });
});
