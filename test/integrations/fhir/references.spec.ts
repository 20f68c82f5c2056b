import { CONDITION, ENCOUNTER, type Json, bundleOf, entry } from './bundles';
import { readEntries, readFailure } from './fhir-caller';
import { FhirPlatform } from './fhir-platform';

const [A, B] = ['https://a.example.org/fhir', 'https://b.example.org/fhir'];

/** Builds a Patient with a number of its hospital. */
function patient(fullUrl: string, value: string): Json {
  return entry({ resourceType: 'Patient', id: '1', identifier: [{ system: 'urn:mrn', value }] }, fullUrl);
}

describe('a reference of a Bundle', () => {
  let fhir: FhirPlatform;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
  });

  afterAll(async () => {
    await fhir.close();
  });

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
    expect(readFailure(await fhir.doctor.post(bundleOf([encounter, condition(B)])))).toMatchObject({
      status: 422,
      issues: [{ code: 'not-found', expression: 'Bundle.entry[1].resource.encounter' }],
    });
    expect(await fhir.doctor.postForStatuses(bundleOf([encounter, condition(A)]))).toEqual([
      '201 Created',
      '201 Created',
    ]);
  });

  it.each<[string, { entries: Json[]; path: string }]>([
    [
      'a patient by type and id',
      {
        entries: [
          patient(`${A}/Patient/1`, 'X-1'),
          patient(`${B}/Patient/1`, 'X-2'),
          entry({ ...ENCOUNTER, subject: { reference: 'Patient/1' } }, 'urn:uuid:encounter'),
          entry({ ...CONDITION, subject: undefined }),
        ],
        path: 'entry[2].resource.subject',
      },
    ],
    [
      'a patient by an identifier',
      {
        entries: [
          patient('urn:uuid:1', 'X-3'),
          patient('urn:uuid:2', 'X-3'),
          entry(
            { ...ENCOUNTER, subject: { reference: 'Patient?identifier=urn:mrn|X-3' } },
            'urn:uuid:encounter',
          ),
          entry({ ...CONDITION, subject: undefined }),
        ],
        path: 'entry[2].resource.subject',
      },
    ],
    [
      'an Encounter by type and id',
      {
        entries: [
          entry({ ...ENCOUNTER, id: 'e' }, 'urn:uuid:1'),
          entry({ ...ENCOUNTER, id: 'e' }, 'urn:uuid:2'),
          entry({ ...CONDITION, encounter: { reference: 'Encounter/e' } }),
        ],
        path: 'entry[2].resource.encounter',
      },
    ],
    [
      'an Encounter by an identifier',
      {
        entries: [
          entry({ ...ENCOUNTER, identifier: [{ value: 'V' }] }, 'urn:uuid:1'),
          entry({ ...ENCOUNTER, identifier: [{ value: 'V' }] }, 'urn:uuid:2'),
          entry({ ...CONDITION, encounter: { identifier: { value: 'V' } } }),
        ],
        path: 'entry[2].resource.encounter',
      },
    ],
    [
      'an Encounter by a diagnosis of two Encounters',
      {
        entries: [
          entry({ ...ENCOUNTER, diagnosis: [{ condition: { reference: 'urn:uuid:c' } }] }, 'urn:uuid:1'),
          entry({ ...ENCOUNTER, diagnosis: [{ condition: { reference: 'urn:uuid:c' } }] }, 'urn:uuid:2'),
          entry({ ...CONDITION, encounter: undefined }, 'urn:uuid:c'),
        ],
        path: 'entry[2].resource.encounter',
      },
    ],
    [
      'a Condition in Encounter.diagnosis',
      {
        entries: [
          entry({ ...ENCOUNTER, diagnosis: [{ condition: { reference: 'Condition/c' } }] }, 'urn:uuid:1'),
          entry({ ...CONDITION, id: 'c', encounter: undefined }, 'urn:uuid:2'),
          entry({ ...CONDITION, id: 'c', encounter: undefined }, 'urn:uuid:3'),
        ],
        path: 'entry[0].resource.diagnosis[0].condition',
      },
    ],
  ])('is refused if it is ambiguous: %s', async (_case, { entries, path }) => {
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
