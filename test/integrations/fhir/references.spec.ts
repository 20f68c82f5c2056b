import { CONDITION, ENCOUNTER, type Json, bundleOf, entry } from './bundles';
import { type Answered, answers, failure } from './fhir-caller';
import { FhirPlatform } from './fhir-platform';

const [A, B] = ['https://a.example.org/fhir', 'https://b.example.org/fhir'];

const statuses = (answered: readonly Answered[]): string[] => answered.map(({ status }) => status);

/** A Patient of a server, with the number that its hospital gave it. */
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

  async function patients(bundle: Json): Promise<string[]> {
    const before = (await fhir.cases()).map(({ patient: number }) => number);
    answers(await fhir.doctor.post(bundle));
    const after = (await fhir.cases()).map(({ patient: number }) => number);
    for (const number of before) after.splice(after.indexOf(number), 1);
    return after;
  }

  const visitAt = (fullUrl: string, reference: string): Json[] => [
    entry({ ...ENCOUNTER, subject: { reference } }, fullUrl),
    entry({ ...CONDITION, subject: { reference }, encounter: { reference: fullUrl } }, `${fullUrl}-c`),
  ];

  it('means the resource of the server that the entry with it is from', async () => {
    const both = [patient(`${A}/Patient/1`, 'OF-A'), patient(`${B}/Patient/1`, 'OF-B')];
    const visits = [
      ...visitAt(`${B}/Encounter/1`, 'Patient/1'),
      ...visitAt(`${A}/Encounter/1`, 'Patient/1'),
    ].map((one) => one);
    expect((await patients(bundleOf([...both, ...visits]))).sort()).toEqual(['OF-A', 'OF-B']);
  });

  it('means nothing in the Bundle where it is of another server', async () => {
    const bundle = bundleOf([
      patient(`${A}/Patient/1`, 'OF-A-2'),
      ...visitAt('urn:uuid:e', `${B}/Patient/1`),
    ]);
    expect(await patients(bundle)).toEqual(['1']);
    const relative = bundleOf([
      patient(`${A}/Patient/1`, 'OF-A-3'),
      ...visitAt(`${B}/Encounter/3`, 'Patient/1'),
    ]);
    expect(await patients(relative)).toEqual(['1']);
  });

  it('means an Encounter of the same server, and no other', async () => {
    const condition = (server: string) =>
      entry({ ...CONDITION, encounter: { reference: 'Encounter/9' } }, `${server}/Condition/9`);
    const encounter = entry(ENCOUNTER, `${A}/Encounter/9`);
    expect(failure(await fhir.doctor.post(bundleOf([encounter, condition(B)])))).toMatchObject({
      status: 422,
      issues: [{ code: 'not-found', expression: 'Bundle.entry[1].resource.encounter' }],
    });
    expect(statuses(answers(await fhir.doctor.post(bundleOf([encounter, condition(A)]))))).toEqual([
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
      'an Encounter by what two of them diagnosed',
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
      'a Condition that an Encounter diagnosed',
      {
        entries: [
          entry({ ...ENCOUNTER, diagnosis: [{ condition: { reference: 'Condition/c' } }] }, 'urn:uuid:1'),
          entry({ ...CONDITION, id: 'c', encounter: undefined }, 'urn:uuid:2'),
          entry({ ...CONDITION, id: 'c', encounter: undefined }, 'urn:uuid:3'),
        ],
        path: 'entry[0].resource.diagnosis[0].condition',
      },
    ],
  ])('is refused where it could mean several: %s', async (_case, { entries, path }) => {
    const before = await fhir.totals();
    const told = failure(await fhir.doctor.post(bundleOf(entries)));
    expect(told).toMatchObject({ status: 422, issues: [{ expression: `Bundle.${path}` }] });
    expect(told.issues[0]?.text).toContain('several');
    expect(await fhir.totals()).toEqual(before);
  });

  it.each<[string, { own: Json; encounter: Json; patients?: Json[] }]>([
    [
      'by a reference, the other by a number',
      { own: { reference: 'Patient/2' }, encounter: { identifier: { value: 'P-1' } } },
    ],
    [
      'with the same reference and another number',
      {
        own: { reference: 'Patient/1', identifier: { value: 'P-2' } },
        encounter: { reference: 'Patient/1', identifier: { value: 'P-1' } },
      },
    ],
    [
      'with the same number of another hospital',
      {
        own: { identifier: { system: 'urn:b', value: 'P-1' } },
        encounter: { identifier: { system: 'urn:a', value: 'P-1' } },
      },
    ],
  ])('to another patient than the Encounter’s is refused: %s', async (_case, { own, encounter }) => {
    const bundle = bundleOf([
      entry({ ...ENCOUNTER, subject: encounter }, 'urn:uuid:encounter'),
      entry({ ...CONDITION, subject: own }),
    ]);
    expect(failure(await fhir.doctor.post(bundle))).toMatchObject({
      status: 422,
      issues: [{ text: 'is not the patient of its Encounter' }],
    });
  });

  it('to the same patient in another way is taken', async () => {
    const identifier = [{ value: 'O-1' }, { system: 'urn:mrn', value: 'M-1' }];
    const bundle = bundleOf([
      entry({ resourceType: 'Patient', identifier }, 'urn:uuid:p'),
      entry({ ...ENCOUNTER, subject: { reference: 'urn:uuid:p' } }, 'urn:uuid:encounter'),
      entry({ ...CONDITION, subject: { identifier: { system: 'urn:mrn', value: 'M-1' } } }),
    ]);
    expect(await patients(bundle)).toHaveLength(1);
  });

  it('with a display alone counts as absent', async () => {
    const bundle = bundleOf([entry({ ...CONDITION, encounter: { display: 'Ward 3' } })]);
    expect(answers(await fhir.doctor.post(bundle))[0]?.issues[0]).toContain('without an Encounter');
  });
});
