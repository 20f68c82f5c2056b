import { CONDITION, ENCOUNTER, type Json, bundleOf, entry } from './bundles';
import { CREATED } from './entry-statuses';
import { failureWith, readEntries, readFailure } from './fhir-caller';
import { suiteFhir } from './fhir-platform';

const [A, B] = ['https://a.example.org/fhir', 'https://b.example.org/fhir'];

/** Builds a Patient with a number of its hospital. */
function patient(fullUrl: string, value: string): Json {
  return entry({ resourceType: 'Patient', id: '1', identifier: [{ system: 'urn:mrn', value }] }, fullUrl);
}

describe('a reference of a Bundle', () => {
  const fhir = suiteFhir();

  async function postForPatients(bundle: Json): Promise<string[]> {
    const before = (await fhir.listCases()).map(({ patient: number }) => number);
    readEntries(await fhir.doctor.post(bundle));
    const after = (await fhir.listCases()).map(({ patient: number }) => number);
    for (const number of before) after.splice(after.indexOf(number), 1);
    return after;
  }

  const encounterAt = (fullUrl: string, reference: string): Json[] => [
    entry({ ...ENCOUNTER, subject: { reference } }, fullUrl),
    entry({ ...CONDITION, subject: { reference }, encounter: { reference: fullUrl } }, `${fullUrl}-c`),
  ];

  it('resolves to the resource on the server of its own entry', async () => {
    const patients = [patient(`${A}/Patient/1`, 'OF-A'), patient(`${B}/Patient/1`, 'OF-B')];
    const encounters = [
      ...encounterAt(`${B}/Encounter/1`, 'Patient/1'),
      ...encounterAt(`${A}/Encounter/1`, 'Patient/1'),
    ];
    expect((await postForPatients(bundleOf([...patients, ...encounters]))).sort()).toEqual(['OF-A', 'OF-B']);
  });

  it('does not resolve to a resource on another server', async () => {
    const bundle = bundleOf([
      patient(`${A}/Patient/1`, 'OF-A-2'),
      ...encounterAt('urn:uuid:e', `${B}/Patient/1`),
    ]);
    expect(await postForPatients(bundle)).toEqual(['1']);
    const relative = bundleOf([
      patient(`${A}/Patient/1`, 'OF-A-3'),
      ...encounterAt(`${B}/Encounter/3`, 'Patient/1'),
    ]);
    expect(await postForPatients(relative)).toEqual(['1']);
  });

  it('resolves to an Encounter only on the same server', async () => {
    const condition = (server: string) =>
      entry({ ...CONDITION, encounter: { reference: 'Encounter/9' } }, `${server}/Condition/9`);
    const encounter = entry(ENCOUNTER, `${A}/Encounter/9`);
    expect(readFailure(await fhir.doctor.post(bundleOf([encounter, condition(B)])))).toMatchObject(
      failureWith(422, 'not-found', 'entry[1].resource.encounter'),
    );
    expect(await fhir.doctor.postForStatuses(bundleOf([encounter, condition(A)]))).toEqual([
      CREATED,
      CREATED,
    ]);
  });

  const encounterOf = (reference: string): Json[] => [
    entry({ ...ENCOUNTER, subject: { reference } }, 'urn:uuid:encounter'),
    entry({ ...CONDITION, subject: undefined }),
  ];
  const twoEncounters = (more: Json): Json[] =>
    [1, 2].map((number) => entry({ ...ENCOUNTER, ...more }, `urn:uuid:${number}`));
  const conditionOf = (encounter: Json | undefined, fullUrl?: string): Json =>
    entry({ ...CONDITION, encounter }, fullUrl);
  const DIAGNOSIS = { diagnosis: [{ condition: { reference: 'urn:uuid:c' } }] };

  it.each<[string, string, Json[]]>([
    [
      'a patient by type and id',
      'entry[2].resource.subject',
      [patient(`${A}/Patient/1`, 'X-1'), patient(`${B}/Patient/1`, 'X-2'), ...encounterOf('Patient/1')],
    ],
    [
      'a patient by an identifier',
      'entry[2].resource.subject',
      [
        patient('urn:uuid:1', 'X-3'),
        patient('urn:uuid:2', 'X-3'),
        ...encounterOf('Patient?identifier=urn:mrn|X-3'),
      ],
    ],
    [
      'an Encounter by type and id',
      'entry[2].resource.encounter',
      [...twoEncounters({ id: 'e' }), conditionOf({ reference: 'Encounter/e' })],
    ],
    [
      'an Encounter by an identifier',
      'entry[2].resource.encounter',
      [...twoEncounters({ identifier: [{ value: 'V' }] }), conditionOf({ identifier: { value: 'V' } })],
    ],
    [
      'an Encounter by a diagnosis of two Encounters',
      'entry[2].resource.encounter',
      [...twoEncounters(DIAGNOSIS), conditionOf(undefined, 'urn:uuid:c')],
    ],
    [
      'a Condition in Encounter.diagnosis',
      'entry[0].resource.diagnosis[0].condition',
      [
        entry({ ...ENCOUNTER, diagnosis: [{ condition: { reference: 'Condition/c' } }] }, 'urn:uuid:1'),
        entry({ ...CONDITION, id: 'c', encounter: undefined }, 'urn:uuid:2'),
        entry({ ...CONDITION, id: 'c', encounter: undefined }, 'urn:uuid:3'),
      ],
    ],
  ])('is refused if it is ambiguous: %s', async (_case, path, entries) => {
    const failure = await fhir.postRefused(bundleOf(entries));
    expect(failure).toMatchObject({ status: 422, issues: [{ expression: `Bundle.${path}` }] });
    expect(failure.issues[0]?.text).toContain('several');
  });

  it.each<[string, { own: Json; encounter: Json }]>([
    [
      'a reference instead of a number',
      { own: { reference: 'Patient/2' }, encounter: { identifier: { value: 'P-1' } } },
    ],
    [
      'the same reference with another number',
      {
        own: { reference: 'Patient/1', identifier: { value: 'P-2' } },
        encounter: { reference: 'Patient/1', identifier: { value: 'P-1' } },
      },
    ],
    [
      'the same number of another hospital',
      {
        own: { identifier: { system: 'urn:b', value: 'P-1' } },
        encounter: { identifier: { system: 'urn:a', value: 'P-1' } },
      },
    ],
  ])('is refused if it is not the Encounter’s patient: %s', async (_case, { own, encounter }) => {
    const bundle = bundleOf([
      entry({ ...ENCOUNTER, subject: encounter }, 'urn:uuid:encounter'),
      entry({ ...CONDITION, subject: own }),
    ]);
    expect(readFailure(await fhir.doctor.post(bundle))).toMatchObject({
      status: 422,
      issues: [{ text: 'is not the patient of its Encounter' }],
    });
  });

  it('is accepted if it is the Encounter’s patient in another form', async () => {
    const identifier = [{ value: 'O-1' }, { system: 'urn:mrn', value: 'M-1' }];
    const bundle = bundleOf([
      entry({ resourceType: 'Patient', identifier }, 'urn:uuid:p'),
      entry({ ...ENCOUNTER, subject: { reference: 'urn:uuid:p' } }, 'urn:uuid:encounter'),
      entry({ ...CONDITION, subject: { identifier: { system: 'urn:mrn', value: 'M-1' } } }),
    ]);
    expect(await postForPatients(bundle)).toHaveLength(1);
  });

  it('is treated as absent if it has only a display', async () => {
    const bundle = bundleOf([entry({ ...CONDITION, encounter: { display: 'Ward 3' } })]);
    expect(readEntries(await fhir.doctor.post(bundle))[0]?.issues[0]).toContain('without an Encounter');
  });
});
