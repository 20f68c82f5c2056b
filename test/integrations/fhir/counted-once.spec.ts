import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LockHolder } from '../../support/lock-holder';
import { payload } from '../../support/plain-caller';
import { CONDITION, ENCOUNTER, type Json, bundleOf, entry } from './bundles';
import { CONFLICT, CREATED, OK } from './entry-statuses';
import { failureWith, listLocations, listStatuses, readEntries, readFailure } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const identifier = (value: string) => [{ system: 'urn:v', value }];
const recordedSchema = z.object({ data: z.object({ id: z.string() }) });
const MALARIA: Json = { code: { text: 'Malaria' } };
const CHOLERA: Json = { code: { text: 'Cholera' } };

/** Builds the entries of an Encounter at an address, or at a placeholder. */
function buildEntries(
  encounter: Json,
  conditions: readonly Json[],
  fullUrl = `urn:uuid:e-${randomUUID()}`,
): Json[] {
  return [
    entry({ ...ENCOUNTER, ...encounter }, fullUrl),
    ...conditions.map((condition) =>
      entry({ ...CONDITION, subject: undefined, encounter: { reference: fullUrl }, ...condition }),
    ),
  ];
}

const build = (...parameters: Parameters<typeof buildEntries>) => bundleOf(buildEntries(...parameters));

describe('a pathology of a recorded Encounter', () => {
  const fhir = suiteFhirWithNewDoctors();

  const post = async (bundle: Json) => readEntries(await fhir.doctor.post(bundle));
  const countCases = async () => (await fhir.countAddedRows()).cases;
  const toAddress = async (location = '') => {
    const metadata: unknown = (await fhir.doctor.get('metadata')).body;
    const { url } = z
      .object({ implementation: z.object({ url: z.string() }) })
      .parse(metadata).implementation;
    return `${url}/${location}`;
  };

  it.each<{ name: string; encounter: Json; fullUrl?: string }>([
    { name: 'a UUID', encounter: {}, fullUrl: `urn:uuid:${randomUUID()}` },
    { name: 'an identifier', encounter: { identifier: identifier('a') } },
    { name: 'no identity', encounter: {} },
  ])(
    'is not counted again at the address of an Encounter that was recorded with $name',
    async ({ encounter, fullUrl }) => {
      const first = await post(build(encounter, [MALARIA], fullUrl));
      const address = await toAddress(first[0]?.location);
      for (const again of [encounter, {}, { identifier: identifier('a') }, { identifier: identifier('b') }])
        for (const url of [
          address,
          address.toUpperCase().replace(/.*(?=\/)/, address.replace(/\/[^/]*$/, '')),
        ]) {
          const results = await post(build(again, [MALARIA], url));
          expect(listStatuses(results)).toEqual([OK, OK]);
          expect(listLocations(results)).toEqual(listLocations(first));
        }
      expect(listStatuses(await post(build({}, [MALARIA, CHOLERA], address)))).toEqual([OK, OK, CREATED]);
      expect(listStatuses(await post(build({}, [MALARIA, CHOLERA], address)))).toEqual([OK, OK, OK]);
      expect(await countCases()).toBe(2);
    },
  );

  it('is not counted again at the address of a consultation', async () => {
    const input = { patientId: 'P-1', pathologyName: 'Malaria', consultationDate: ENCOUNTER.period.start };
    const { id } = recordedSchema.parse(payload(await fhir.trpc.post('consultations.record', input))).data;
    expect(await post(build({}, [MALARIA], await toAddress(`Encounter/${id}`)))).toMatchObject([
      { status: OK, location: `Encounter/${id}` },
      { status: OK, location: `Condition/${id}` },
    ]);
    expect(await countCases()).toBe(1);
  });

  it.each<{ name: string; encounter: Json; fullUrl?: string }>([
    { name: 'no identity', encounter: {} },
    { name: 'a further identifier', encounter: { identifier: [...identifier('a'), ...identifier('c')] } },
    { name: 'a UUID', encounter: {}, fullUrl: `urn:uuid:${randomUUID()}` },
  ])(
    'is not counted again if another Condition leads to it from one with $name',
    async ({ encounter, fullUrl }) => {
      const known = { ...CHOLERA, identifier: identifier('c-1') };
      const first = await post(build({ identifier: identifier('c') }, [known, MALARIA]));
      for (const conditions of [
        [known, MALARIA],
        [known, MALARIA, MALARIA],
        [known, MALARIA, CHOLERA],
      ]) {
        const results = await post(build(encounter, conditions, fullUrl));
        expect(results.map(({ status }) => status)).toEqual([OK, ...conditions.map(() => OK)]);
        expect(results.slice(0, 3).map(({ location }) => location)).toEqual(listLocations(first));
      }
      if (encounter.identifier !== undefined || fullUrl !== undefined)
        expect(listStatuses(await post(build(encounter, [MALARIA], fullUrl)))).toEqual([OK, OK]);
      expect(await countCases()).toBe(2);
    },
  );

  it.each<{ name: string; encounter?: Json; condition?: Json; index: number }>([
    { name: 'period.start', encounter: { period: { start: '2020-01-01' } }, index: 0 },
    { name: 'patient', encounter: { subject: { identifier: { value: 'P-2' } } }, index: 0 },
    { name: 'pathology', condition: CHOLERA, index: 1 },
  ])('is refused at its own address with another $name', async ({ name, encounter, condition, index }) => {
    const first = await post(build({ identifier: identifier('g') }, [MALARIA]));
    const [address, ofCondition] = await Promise.all(listLocations(first).map(toAddress));
    const buildSame = (type?: string, request: Json = {}) =>
      bundleOf(
        [
          entry({ ...ENCOUNTER, identifier: identifier('g'), ...encounter }, address, request),
          entry(
            { ...CONDITION, subject: undefined, ...MALARIA, encounter: { reference: address }, ...condition },
            ofCondition,
          ),
        ],
        type,
      );
    const failure = readFailure(await fhir.doctor.post(buildSame()));
    expect(failure).toMatchObject(failureWith(409, 'conflict', `entry[${index}].resource`));
    expect(failure.issues[0]?.text).toContain(`another ${name}`);
    expect((await fhir.doctor.postForStatuses(buildSame('batch')))[index]).toBe(CONFLICT);
    if (name === 'period.start')
      expect(
        await fhir.doctor.postForStatuses(buildSame('transaction', { ifNoneExist: 'identifier=urn:v|g' })),
      ).toEqual([OK, OK]);
    expect(await countCases()).toBe(1);
  });

  it('is counted once if one Bundle adds it by the address and by the identifier', async () => {
    const [first] = await post(build({ identifier: identifier('d') }, [MALARIA]));
    const results = await post(
      bundleOf([
        ...buildEntries({}, [CHOLERA], await toAddress(first?.location)),
        ...buildEntries({ identifier: identifier('d') }, [CHOLERA]),
      ]),
    );
    expect(listStatuses(results)).toEqual([OK, CREATED, OK, OK]);
    expect(results[3]?.location).toBe(results[1]?.location);
    expect(await countCases()).toBe(2);
  });

  it('is recorded again in a correction after the Encounter’s Conditions were voided', async () => {
    const encounter = { identifier: identifier('f') };
    const [first, malaria] = await post(build(encounter, [MALARIA]));
    const [, cholera] = await post(build({}, [CHOLERA], await toAddress(first?.location)));
    for (const { location = '' } of [malaria ?? {}, cholera ?? {}])
      payload(
        await fhir.trpc.post('consultations.void', {
          id: location.replace('Condition/', ''),
          reason: 'Another patient',
        }),
      );
    const correction = build({ ...encounter, subject: { identifier: { value: 'P-2' } } }, [MALARIA, CHOLERA]);
    expect(listStatuses(await post(correction))).toEqual([CREATED, CREATED, CREATED]);
    expect(listStatuses(await post(correction))).toEqual([OK, OK, OK]);
    expect(await countCases()).toBe(2);
  });

  it.each([
    ['address', 'identifier'],
    ['identifier', 'Condition'],
    ['Condition', 'address'],
  ] as const)('is counted once if it comes by the %s and the %s at once', async (...ways) => {
    const known = { ...MALARIA, identifier: identifier('e-1') };
    const [first] = await post(build({ identifier: identifier('e') }, [known]));
    const added = { code: { text: `Disease ${randomUUID()}` } };
    const bundles = {
      address: build({}, [added], await toAddress(first?.location)),
      identifier: build({ identifier: identifier('e') }, [added]),
      Condition: build({}, [known, added]),
    };
    let responses: ReturnType<typeof post>[] = [];
    await LockHolder.run(fhir.platform.ownerUrl, async (holder) => {
      await holder.query(`SELECT pg_advisory_xact_lock(hashtext('names of pathology'), hashtext('KE'))`);
      responses = ways.map((way) => post(bundles[way]));
      await holder.waitForQueue(ways.length);
    });
    const results = await Promise.all(responses);
    expect(new Set(results.map((each) => each.at(-1)?.location)).size).toBe(1);
    expect(await countCases()).toBe(2);
  });
});
