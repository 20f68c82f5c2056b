import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { payload } from '../../support/plain-caller';
import {
  CONDITION,
  ENCOUNTER,
  ICD_10,
  type Json,
  MALARIA,
  bundleOf,
  encounterBundle,
  entry,
} from './bundles';
import { CONFLICT, CREATED, FAILED_DEPENDENCY, OK } from './entry-statuses';
import { failureWith, listLocations, listStatuses, readEntries, readFailure } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const identifier = (value: string) => [{ system: 'urn:v', value }];
const recordedSchema = z.object({ data: z.object({ id: z.string() }) });
const representationSchema = z.object({
  entry: z.array(z.object({ fullUrl: z.string(), resource: z.looseObject({ resourceType: z.string() }) })),
});

describe('one Encounter that is sent in different forms', () => {
  const fhir = suiteFhirWithNewDoctors();

  const countNewCases = async () => (await fhir.countAddedRows()).cases;
  const post = async (bundle: Json) => readEntries(await fhir.doctor.post(bundle));

  const buildDiagnoses = (name: string, ...codes: Json[]): Json =>
    bundleOf([
      entry({ ...ENCOUNTER, identifier: identifier(name) }, 'urn:uuid:encounter'),
      ...codes.map((code) => entry({ ...CONDITION, code }, `urn:uuid:${randomUUID()}`)),
    ]);

  it('counts a pathology once for all its codes and spellings', async () => {
    const coding = [{ system: 'http://snomed.info/sct', code: '61462000' }, ...MALARIA.coding];
    const first = await post(buildDiagnoses('1', MALARIA));
    for (const code of [
      { coding },
      { coding: coding.toReversed() },
      { text: 'Paludisme' },
      { text: ' malaria' },
    ]) {
      const again = await post(buildDiagnoses('1', code));
      expect(listStatuses(again)).toEqual([OK, OK]);
      expect(listLocations(again)).toEqual(listLocations(first));
    }
    await post(buildDiagnoses('1', { text: 'Homa ya mji' }));
    await post(buildDiagnoses('1', { text: 'HOMA YA MJI (disorder)' }));
    expect(await countNewCases()).toBe(2);
  });

  it.each(['an identifier', 'no identifier'])(
    'counts a repeated pathology of a Bundle once if the Encounter has %s',
    async (identity) => {
      const entries = [
        entry(
          { ...ENCOUNTER, ...(identity === 'an identifier' && { identifier: identifier('2') }) },
          'urn:uuid:encounter',
        ),
        entry({ ...CONDITION, code: MALARIA }),
        entry({ ...CONDITION, code: { text: 'Malaria' } }),
      ];
      const results = await post(bundleOf(entries));
      expect(listStatuses(results)).toEqual([CREATED, CREATED, OK]);
      expect(results[2]?.location).toBe(results[1]?.location);
      expect(results[2]?.issues[0]).toContain('same pathology');
      expect(await countNewCases()).toBe(1);
    },
  );

  it('counts a pathology again for a Condition with an identifier of its own', async () => {
    const bundle = bundleOf([
      entry({ ...ENCOUNTER, identifier: identifier('3') }, 'urn:uuid:encounter'),
      ...['a', 'b'].map((value) => entry({ ...CONDITION, identifier: identifier(`3-${value}`) })),
    ]);
    expect(listStatuses(await post(bundle))).toEqual([CREATED, CREATED, CREATED]);
    expect(await countNewCases()).toBe(2);
  });

  it('refuses a new Condition if its existing Encounter has another patient or start', async () => {
    const buildBundle = (change: Json, code: Json): Json =>
      bundleOf([
        entry({ ...ENCOUNTER, identifier: identifier('4'), ...change }, 'urn:uuid:encounter', {
          ifNoneExist: 'identifier=urn:v|4',
        }),
        entry({ ...CONDITION, subject: undefined, code }),
      ]);
    await post(buildBundle({}, MALARIA));
    const other = { subject: { identifier: { value: 'P-2' } } };
    for (const change of [other, { period: { start: '2026-03-15' } }]) {
      expect(readFailure(await fhir.doctor.post(buildBundle(change, { text: 'Cholera' })))).toMatchObject(
        failureWith(409, 'conflict', 'entry[1].resource'),
      );
    }
    expect(listStatuses(await post(buildBundle({ period: { start: '2026-03-15' } }, MALARIA)))).toEqual([
      OK,
      OK,
    ]);
    expect(readFailure(await fhir.doctor.post(buildBundle(other, MALARIA)))).toEqual({
      status: 409,
      issues: [
        {
          code: 'conflict',
          text: 'was recorded before with another patient',
          expression: 'Bundle.entry[1].resource',
        },
      ],
    });
    expect(listStatuses(await post(buildBundle({}, { text: 'Cholera' })))).toEqual([OK, CREATED]);
    expect(await countNewCases()).toBe(2);
  });

  it('refuses an Encounter that was recorded with the same patient number of another hospital', async () => {
    const buildBundle = (system: string | undefined) =>
      encounterBundle({
        encounter: { identifier: identifier('5'), subject: { identifier: { system, value: 'P-1' } } },
        condition: { subject: undefined },
      });
    await post(buildBundle('urn:a'));
    expect(readFailure(await fhir.doctor.post(buildBundle('urn:b')))).toMatchObject({ status: 409 });
    expect(listStatuses(await post(buildBundle(undefined)))).toEqual([OK, OK]);
  });

  it('is recognised by its identifiers in any order', async () => {
    const buildBundle = (values: string[]) =>
      encounterBundle({ encounter: { identifier: values.flatMap(identifier) }, condition: {} });
    await post(buildBundle(['6-a', '6-b']));
    expect(listStatuses(await post(buildBundle(['6-b', '6-a'])))).toEqual([OK, OK]);
  });

  it('is recognised if resources that were read are sent back', async () => {
    const input = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
    const ids: string[] = [];
    for (const more of [{ externalId: 'X-1' }, {}]) {
      ids.push(
        recordedSchema.parse(payload(await fhir.trpc.post('consultations.record', { ...input, ...more })))
          .data.id,
      );
    }
    const results = await post(encounterBundle());
    const addresses = [
      ...ids.flatMap((id) => [`Encounter/${id}`, `Condition/${id}`]),
      ...listLocations(results).map((location) => location ?? ''),
    ];
    expect((await fhir.doctor.get(addresses[1] ?? '')).body).toMatchObject({
      identifier: [{ value: 'X-1' }],
    });
    const withExternalId = encounterBundle({ encounter: {}, condition: { identifier: [{ value: 'X-1' }] } });
    expect(await post(withExternalId)).toMatchObject([
      { status: OK, location: `Encounter/${ids[0]}` },
      { status: OK, location: `Condition/${ids[0]}` },
    ]);
    const metadata: unknown = (await fhir.doctor.get('metadata')).body;
    const base = z.object({ implementation: z.object({ url: z.string() }) }).parse(metadata)
      .implementation.url;
    const entriesToSendBack = await Promise.all(
      addresses.map(async (address) =>
        entry(z.looseObject({}).parse((await fhir.doctor.get(address)).body), `${base}/${address}`, {
          url: address.split('/')[0],
        }),
      ),
    );
    expect(await post(bundleOf(entriesToSendBack))).toMatchObject(
      addresses.map((location) => ({ status: OK, location })),
    );
    const represented = representationSchema.parse(
      (await fhir.doctor.post(withExternalId, { prefer: 'return=representation' })).body,
    );
    const sentBack = represented.entry.map(({ fullUrl, resource }) => entry(resource, fullUrl));
    expect(listStatuses(await post(bundleOf(sentBack)))).toEqual([OK, OK]);
    expect(await countNewCases()).toBe(3);
    const other = await fhir.createCaller({ role: 'doctor', country: 'KE' });
    expect(readFailure(await other.post(bundleOf(entriesToSendBack)))).toMatchObject({
      status: 422,
      issues: [0, 2, 4].map((index) => ({ code: 'not-found', expression: `Bundle.entry[${index}].fullUrl` })),
    });
    expect(await countNewCases()).toBe(3);
  });

  it('returns a notice that a voided Condition does not count', async () => {
    const bundle = encounterBundle({ encounter: { identifier: identifier('7') } });
    const id = (await post(bundle))[1]?.location?.replace('Condition/', '');
    payload(await fhir.trpc.post('consultations.void', { id, reason: 'Wrong day' }));
    const [, again] = await post(bundle);
    expect(again).toMatchObject({ status: OK, location: `Condition/${id}` });
    expect(again?.issues[0]).toContain('voided');
    expect(await countNewCases()).toBe(0);
  });

  it('returns the existing Encounter if the new one has no new Condition', async () => {
    const buildBundle = (change: Json = {}): Json => {
      const reference = `urn:uuid:${randomUUID()}`;
      const condition = { ...CONDITION, subject: undefined, encounter: { reference } };
      return bundleOf([
        entry({ ...ENCOUNTER, ...change }, reference),
        entry({ ...condition, identifier: identifier('8') }),
      ]);
    };
    const { encounters } = await fhir.countRows();
    const first = await post(buildBundle());
    const again = await post(buildBundle());
    expect(listStatuses(again)).toEqual([OK, OK]);
    expect(listLocations(again)).toEqual(listLocations(first));
    expect((await fhir.countRows()).encounters).toBe(encounters + 1);
    const other = { subject: { identifier: { system: 'urn:other', value: 'P-1' } } };
    expect(readFailure(await fhir.doctor.post(buildBundle(other)))).toMatchObject({ status: 409 });
  });

  it('is recorded if it conflicts only with a refused Encounter', async () => {
    await post(encounterBundle({ condition: { identifier: identifier('9') } }));
    const buildEntries = (fullUrl: string, subject: Json, more: Json): Json[] => [
      entry({ ...ENCOUNTER, subject, identifier: identifier('9-e') }, fullUrl),
      entry({ ...CONDITION, subject, encounter: { reference: fullUrl }, ...more }),
    ];
    const batch = bundleOf(
      [
        ...buildEntries(
          'urn:uuid:1',
          { identifier: { value: 'P-8' } },
          { identifier: identifier('9'), code: { coding: [{ system: ICD_10, code: 'A01.0' }] } },
        ),
        ...buildEntries('urn:uuid:2', { identifier: { value: 'P-9' } }, {}),
      ],
      'batch',
    );
    expect(listStatuses(await post(batch))).toEqual([FAILED_DEPENDENCY, CONFLICT, CREATED, CREATED]);
  });
});
