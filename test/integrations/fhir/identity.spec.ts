import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { payload } from '../../support/plain-caller';
import { CONDITION, ENCOUNTER, type Json, MALARIA, bundleOf, encounterBundle, entry } from './bundles';
import { CONFLICT, CREATED, FAILED_DEPENDENCY, OK } from './entry-statuses';
import { failureWith, listLocations, listStatuses, readEntries, readFailure } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const ENCOUNTER_SYSTEM = 'http://clinic.example.org/visits';
const identifier = (value: string) => [{ system: ENCOUNTER_SYSTEM, value }];
const CHOLERA = { text: 'Cholera' };

const listSchema = z.object({
  data: z.object({ consultations: z.array(z.object({ id: z.string(), externalId: z.string().nullable() })) }),
});

describe('a Bundle that is sent again', () => {
  const fhir = suiteFhirWithNewDoctors();

  it.each<[string, Json]>([
    [
      'identifiers',
      encounterBundle({
        encounter: { identifier: identifier('1') },
        condition: { identifier: identifier('1-a') },
      }),
    ],
    ['the Encounter’s identifier', encounterBundle({ encounter: { identifier: identifier('1') } })],
    ['the Condition’s identifier', encounterBundle({ condition: { identifier: identifier('1-a') } })],
    ['an identifier without a system', encounterBundle({ encounter: { identifier: [{ value: '1' }] } })],
    [
      'an identifier longer than an external id',
      encounterBundle({ encounter: { identifier: identifier('v'.repeat(900)) } }),
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
      'URLs on another server',
      bundleOf([
        entry(ENCOUNTER, 'https://ehr.example.org/fhir/Encounter/7'),
        entry(
          { ...CONDITION, encounter: { reference: 'Encounter/7' } },
          'https://ehr.example.org/fhir/Condition/8',
        ),
      ]),
    ],
  ])('is recognised by %s and counts once', async (_case, bundle) => {
    const first = readEntries(await fhir.doctor.post(bundle));
    const second = readEntries(await fhir.doctor.post({ ...bundle, type: 'batch' }));
    expect(listStatuses(first)).toEqual([CREATED, CREATED]);
    expect(listStatuses(second)).toEqual([OK, OK]);
    expect(listLocations(second)).toEqual(listLocations(first));
    expect(await fhir.countAddedRows()).toEqual({ encounters: 1, conditions: 1, consultations: 1, cases: 1 });
  });

  it('counts again without identifiers and UUIDs, and returns a notice', async () => {
    await fhir.doctor.post(encounterBundle());
    const results = readEntries(await fhir.doctor.post(encounterBundle()));
    expect(results.map(({ issues }) => issues[0])).toEqual([
      expect.stringContaining('would be recorded again'),
      expect.stringContaining('would be recorded again'),
    ]);
    expect(await fhir.countAddedRows()).toMatchObject({ encounters: 2, cases: 2 });
  });

  it('is recognised by the Encounter’s identifier if the UUIDs are new', async () => {
    const buildBundle = (): Json => {
      const [encounter, condition] = [randomUUID(), randomUUID()].map((uuid) => `urn:uuid:${uuid}`);
      return bundleOf([
        entry({ ...ENCOUNTER, identifier: identifier('9') }, encounter),
        entry({ ...CONDITION, encounter: { reference: encounter } }, condition),
      ]);
    };
    await fhir.doctor.post(buildBundle());
    expect(await fhir.doctor.postForStatuses(buildBundle())).toEqual([OK, OK]);
    expect(await fhir.countAddedRows()).toMatchObject({ consultations: 1 });
  });

  it('keeps the recorded Conditions of an Encounter, and adds a new one', async () => {
    const bundle = (...codes: Json[]): Json =>
      bundleOf([
        entry({ ...ENCOUNTER, identifier: identifier('2') }, 'urn:uuid:encounter'),
        ...codes.map((code) => entry({ ...CONDITION, code })),
      ]);
    await fhir.doctor.post(bundle(MALARIA, CHOLERA, CHOLERA));
    const again = readEntries(await fhir.doctor.post(bundle(CHOLERA, MALARIA, CHOLERA, { text: 'Asthma' })));
    expect(listStatuses(again)).toEqual([OK, OK, OK, OK, CREATED]);
    expect(await fhir.countAddedRows()).toEqual({ encounters: 1, conditions: 3, consultations: 3, cases: 3 });
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
    'returns 409 for %s and records nothing of the transaction',
    async (_case, { encounter, condition, field, path }) => {
      const buildBundle = (more: { encounter?: Json | undefined; condition?: Json | undefined }) =>
        encounterBundle({
          encounter: { identifier: identifier('3'), ...more.encounter },
          condition: { identifier: identifier('3-a'), ...more.condition },
        });
      await fhir.doctor.post(buildBundle({}));
      const changed = buildBundle({ encounter, condition });
      const others = encounterBundle({ encounter: { identifier: identifier('4') } });
      const both = bundleOf([
        ...z.array(z.looseObject({})).parse(changed.entry),
        entry({ ...ENCOUNTER, identifier: identifier('4') }, 'urn:uuid:other'),
        entry({ ...CONDITION, encounter: { reference: 'urn:uuid:other' } }),
      ]);
      const failure = readFailure(await fhir.doctor.post(both));
      expect(failure.status).toBe(409);
      expect(failure.issues).toMatchObject([{ code: 'conflict', expression: `Bundle.${path}` }]);
      expect(failure.issues[0]?.text).toContain(`recorded before with another ${field}`);
      expect(await fhir.countAddedRows()).toMatchObject({ consultations: 1 });
      const batch = readEntries(await fhir.doctor.post({ ...both, type: 'batch' }));
      expect(listStatuses(batch).slice(2)).toEqual([CREATED, CREATED]);
      expect(listStatuses(batch).slice(0, 2).sort()).toEqual([CONFLICT, FAILED_DEPENDENCY]);
      expect(await fhir.doctor.postForStatuses(others)).toEqual([OK, OK]);
    },
  );

  it('returns the existing resources under ifNoneExist, even with other content', async () => {
    const subject = { identifier: { value: 'P-5' } };
    const bundle = (code: Json, start: string): Json =>
      bundleOf([
        entry(
          { ...ENCOUNTER, subject, identifier: identifier('5'), period: { start } },
          'urn:uuid:encounter',
          { ifNoneExist: `identifier=${ENCOUNTER_SYSTEM}|5` },
        ),
        entry({ ...CONDITION, subject, identifier: identifier('5-a'), code }, undefined, {
          ifNoneExist: '?identifier=5-a',
        }),
      ]);
    const first = readEntries(await fhir.doctor.post(bundle(MALARIA, '2026-03-14')));
    const second = readEntries(await fhir.doctor.post(bundle(CHOLERA, '2026-03-20')));
    expect(listStatuses(second)).toEqual([OK, OK]);
    expect(listLocations(second)).toEqual(listLocations(first));
    expect((await fhir.listCases()).filter(({ patient }) => patient === 'P-5')).toMatchObject([
      { name: 'Malaria', consultedAt: '2026-03-14T00:00:00.000Z' },
    ]);
  });

  it.each([
    'status=finished',
    `identifier=${ENCOUNTER_SYSTEM}|6&status=finished`,
    'identifier=',
    `identifier=${ENCOUNTER_SYSTEM}|7`,
    'identifier:of-type=6',
    '_id=6',
  ])('is refused with an unsupported ifNoneExist: %s', async (ifNoneExist) => {
    const bundle = bundleOf([
      entry({ ...ENCOUNTER, identifier: identifier('6') }, 'urn:uuid:encounter', { ifNoneExist }),
      entry(CONDITION),
    ]);
    expect(readFailure(await fhir.doctor.post(bundle))).toMatchObject(
      failureWith(400, 'not-supported', 'entry[0].request.ifNoneExist'),
    );
  });

  it('is the same consultation in tRPC if its identifier is the external id', async () => {
    const bundle = encounterBundle({ condition: { identifier: identifier('8') } });
    const [, condition] = readEntries(await fhir.doctor.post(bundle));
    const externalId = `${ENCOUNTER_SYSTEM}|8`;
    const input = {
      patientId: 'P-1',
      pathologyName: 'Malaria',
      consultationDate: '2026-03-14T09:30:00Z',
      externalId,
    };
    const { id } = z
      .object({ data: z.object({ id: z.string() }) })
      .parse(payload(await fhir.trpc.post('consultations.record', input))).data;
    expect(condition?.location).toBe(`Condition/${id}`);
    const { consultations } = listSchema.parse(
      payload(await fhir.trpc.post('consultations.list', { externalId })),
    ).data;
    expect(consultations).toEqual([{ id, externalId }]);
  });

  it('is recorded separately for another doctor', async () => {
    const bundle = encounterBundle({ encounter: { identifier: identifier('9') } });
    await fhir.doctor.post(bundle);
    const other = await fhir.createCaller({ role: 'doctor', country: 'KE' });
    expect(await other.postForStatuses(bundle)).toEqual([CREATED, CREATED]);
  });

  it('replaces voided consultations if its content differs', async () => {
    const bundle = (code: Json, start: string) =>
      encounterBundle({
        encounter: { identifier: identifier('10'), period: { start } },
        condition: { identifier: identifier('10-a'), code },
      });
    const first = readEntries(await fhir.doctor.post(bundle(MALARIA, '2026-03-14')));
    const id = first[1]?.location?.replace('Condition/', '');
    payload(await fhir.trpc.post('consultations.void', { id, reason: 'Wrong day' }));
    expect(await fhir.doctor.postForStatuses(bundle(MALARIA, '2026-03-14'))).toEqual([OK, OK]);
    expect(await fhir.doctor.postForStatuses(bundle(CHOLERA, '2026-03-15'))).toEqual([CREATED, CREATED]);
    expect(await fhir.countAddedRows()).toMatchObject({ consultations: 2, cases: 1 });
  });
});
