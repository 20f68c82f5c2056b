import { randomUUID } from 'node:crypto';
import { CONDITION, ENCOUNTER, type Json, MALARIA, bundleOf, entry } from './bundles';
import { CONFLICT, CREATED, FAILED_DEPENDENCY, OK } from './entry-statuses';
import { failureWith, listStatuses, readEntries, readFailure } from './fhir-caller';
import { type RowCounts, suiteFhirWithNewDoctors } from './fhir-platform';

const CHOLERA = { text: 'Cholera' };
const identifier = (value: string) => [{ system: 'urn:v', value }];

/** Builds the entries of an Encounter with Conditions. */
function buildEntries(
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
  const fhir = suiteFhirWithNewDoctors();
  let before: RowCounts;

  beforeEach(async () => {
    await fhir.doctor.post(bundleOf(buildEntries({ identifier: identifier('e-1') }, [C_1])));
    before = await fhir.countRows();
  });

  const C_1: Json = { identifier: identifier('c-1') };
  const C_2: Json = { identifier: identifier('c-2'), code: CHOLERA };
  const OTHER_PATIENT: Json = { subject: { identifier: { value: 'P-2' } } };
  const IF_NONE_EXIST = { ifNoneExist: 'identifier=urn:v|c-1' };

  it.each<{ name: string; encounter: Json; conditions?: readonly Json[]; request?: Json }>([
    { name: 'another Encounter', encounter: { identifier: identifier('e-2') } },
    {
      name: 'another Encounter that has a new Condition too',
      encounter: { identifier: identifier('e-2') },
      conditions: [C_2, C_1],
    },
    {
      name: 'another Encounter and ifNoneExist',
      encounter: { identifier: identifier('e-2') },
      request: IF_NONE_EXIST,
    },
    { name: 'another patient', encounter: OTHER_PATIENT },
    { name: 'another patient and ifNoneExist', encounter: OTHER_PATIENT, request: IF_NONE_EXIST },
  ])('returns 409 for $name and records nothing', async ({ encounter, conditions = [C_1], request }) => {
    const index = conditions.length;
    const others = buildEntries({ identifier: identifier('e-9') }, [{ identifier: identifier('c-9') }]);
    const sent = buildEntries(encounter, conditions, request);
    const failure = readFailure(await fhir.doctor.post(bundleOf([...sent, ...others])));
    expect(failure).toMatchObject(failureWith(409, 'conflict', `entry[${index}].resource`));
    expect(failure.issues[0]?.text).toContain('recorded before');
    expect(await fhir.countRows()).toEqual(before);
    const batch = await fhir.doctor.postForStatuses(bundleOf([...sent, ...others], 'batch'));
    expect(batch[index]).toBe(CONFLICT);
    expect(batch.slice(sent.length)).toEqual([CREATED, CREATED]);
    expect(await fhir.countRows()).toMatchObject({
      encounters: before.encounters + 1,
      cases: before.cases + 1,
    });
  });

  it('returns 409 in another existing Encounter', async () => {
    const second = { identifier: identifier('e-2') };
    await fhir.doctor.post(bundleOf(buildEntries(second, [C_2])));
    expect(readFailure(await fhir.doctor.post(bundleOf(buildEntries(second, [C_2, C_1]))))).toMatchObject({
      status: 409,
      issues: [{ expression: 'Bundle.entry[2].resource', text: 'was recorded before in another Encounter' }],
    });
  });

  it('returns 409 in two Encounters of one Bundle', async () => {
    const twice = ['e-3', 'e-4'].flatMap((value) =>
      buildEntries({ identifier: identifier(value) }, [{ identifier: identifier('c-3'), code: MALARIA }]),
    );
    expect(readFailure(await fhir.doctor.post(bundleOf(twice)))).toMatchObject({
      status: 409,
      issues: [{ expression: 'Bundle.entry[3].resource' }],
    });
    expect(await fhir.countRows()).toEqual(before);
    expect(await fhir.doctor.postForStatuses(bundleOf(twice, 'batch'))).toEqual([
      CREATED,
      CREATED,
      FAILED_DEPENDENCY,
      CONFLICT,
    ]);
  });

  it.each([{}, IF_NONE_EXIST])(
    'moves a new Condition to its Encounter if the new Encounter has no identifier: %j',
    async (request) => {
      const sent = buildEntries({}, [C_1], request);
      expect(await fhir.doctor.postForStatuses(bundleOf(sent))).toEqual([OK, OK]);
      expect(await fhir.countRows()).toEqual(before);
      const more = readEntries(await fhir.doctor.post(bundleOf(buildEntries({}, [C_1, C_2]))));
      expect(listStatuses(more)).toEqual([OK, OK, CREATED]);
      expect((await fhir.doctor.get(more[0]?.location ?? '')).body).toMatchObject({
        identifier: identifier('e-1'),
        diagnosis: [more[1], more[2]].map((one) => ({ condition: { reference: one?.location } })),
      });
      expect(await fhir.countRows()).toMatchObject({
        encounters: before.encounters,
        cases: before.cases + 1,
      });
    },
  );
});

describe('an Encounter whose Conditions are all duplicates', () => {
  const fhir = suiteFhirWithNewDoctors();

  /** UUIDs in the order of their first digit. */
  const urlOf = (digit: number) => `urn:uuid:${digit}${randomUUID().slice(1)}`;

  /** Builds an Encounter without identity, of which the Conditions have only addresses. */
  function buildUnidentified(conditions: readonly (readonly [url: string, code: Json])[]): Json[] {
    const fullUrl = `urn:uuid:e-${randomUUID()}`;
    return [
      entry(ENCOUNTER, fullUrl),
      ...conditions.map(([url, code]) =>
        entry({ ...CONDITION, subject: undefined, encounter: { reference: fullUrl }, code }, url),
      ),
    ];
  }

  it.each(['transaction', 'batch'])('is the existing one, and no other is recorded: %s', async (type) => {
    const [u0, u1, u2, u9] = [urlOf(0), urlOf(1), urlOf(2), urlOf(9)];
    const first = readEntries(
      await fhir.doctor.post(
        bundleOf(
          buildUnidentified([
            [u1, MALARIA],
            [u2, CHOLERA],
          ]),
        ),
      ),
    );
    const again = bundleOf(
      [
        ...buildUnidentified([
          [u2, CHOLERA],
          [u9, MALARIA],
        ]),
        ...buildUnidentified([
          [u0, MALARIA],
          [u1, MALARIA],
        ]),
      ],
      type,
    );
    for (const results of [
      readEntries(await fhir.doctor.post(again)),
      readEntries(await fhir.doctor.post(again)),
    ]) {
      expect(listStatuses(results)).toEqual([OK, OK, OK, OK, OK, OK]);
      expect(results[3]?.location).toBe(first[0]?.location);
      expect(await fhir.countAddedRows()).toMatchObject({ encounters: 1, consultations: 2 });
    }
  });

  it('is the existing one, which gets its new Condition', async () => {
    const [u0, u1, u2, u9] = [urlOf(0), urlOf(1), urlOf(2), urlOf(9)];
    const [encounter] = readEntries(
      await fhir.doctor.post(
        bundleOf(
          buildUnidentified([
            [u1, MALARIA],
            [u2, CHOLERA],
          ]),
        ),
      ),
    );
    const results = readEntries(
      await fhir.doctor.post(
        bundleOf([
          ...buildUnidentified([
            [u2, CHOLERA],
            [u9, MALARIA],
          ]),
          ...buildUnidentified([
            [u0, { text: 'Typhoid' }],
            [u1, MALARIA],
          ]),
        ]),
      ),
    );
    expect(listStatuses(results)).toEqual([OK, OK, OK, OK, CREATED, OK]);
    expect(results[3]?.location).toBe(encounter?.location);
    expect((await fhir.doctor.get(results[4]?.location ?? '')).body).toMatchObject({
      encounter: { reference: encounter?.location },
    });
    expect(await fhir.countAddedRows()).toMatchObject({ encounters: 1, consultations: 3 });
  });
});
