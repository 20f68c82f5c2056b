import { CONDITION, ENCOUNTER, type Json, bundleOf, entry, visit } from './bundles';
import { answers, failure } from './fhir-caller';
import { FhirPlatform } from './fhir-platform';

describe('the patient of a Bundle', () => {
  let fhir: FhirPlatform;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
  });

  afterAll(async () => {
    await fhir.close();
  });

  const kind = (code: string) => ({
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code }],
  });
  const MR = { type: kind('MR'), system: 'urn:mrn', value: 'MRN-7' };
  const SSN = { use: 'official', type: kind('SS'), value: '999-84-6370' };
  const LASTING = '3f6c1f0e-1111-4222-8333-944455556666';
  const PASSPORT = { type: kind('PPN'), value: 'X79599404X' };

  it.each<[string, { subject: Json; patient?: Json; fullUrl?: string; expected: string }]>([
    ['a logical reference', { subject: { identifier: { value: 'L-1' } }, expected: 'L-1' }],
    ['a plain reference', { subject: { reference: 'Patient/123' }, expected: '123' }],
    ['an address', { subject: { reference: 'https://ehr.example.org/fhir/Patient/124' }, expected: '124' }],
    ['a search', { subject: { reference: 'Patient?identifier=urn:mrn|125' }, expected: '125' }],
    [
      'a medical record number before all others',
      {
        subject: { reference: 'urn:uuid:p' },
        patient: { identifier: [{ use: 'official', value: 'O-1' }, MR] },
        expected: 'MRN-7',
      },
    ],
    [
      'an official identifier',
      {
        subject: { reference: 'urn:uuid:p' },
        patient: { identifier: [{ value: 'A' }, { use: 'official', value: 'O-2' }] },
        expected: 'O-2',
      },
    ],
    [
      'the only identifier',
      {
        subject: { reference: 'Patient/9' },
        patient: { id: '9', identifier: [{ system: 'urn:h', value: 'H-1' }] },
        expected: 'H-1',
      },
    ],
    [
      'its id, where all else names the person',
      {
        subject: { reference: 'Patient/10' },
        patient: { id: '10', identifier: [SSN, PASSPORT] },
        expected: '10',
      },
    ],
    [
      'its id, and not the passport of a logical reference',
      { subject: { reference: 'Patient/11', identifier: PASSPORT }, expected: '11' },
    ],
    [
      'the identifier that can be read',
      {
        subject: { reference: 'Patient/12' },
        patient: { id: '12', identifier: [{ value: 7 }, { value: 'H-2' }] },
        expected: 'H-2',
      },
    ],
    [
      'its own number, and not by those of a family, an account or a visit',
      {
        subject: { reference: 'Patient/13' },
        patient: {
          id: '13',
          identifier: [
            ...['MB', 'MA', 'MC', 'HC', 'DL', 'SN', 'AN', 'VN', 'NIIP'].map((code) => ({
              use: 'official',
              type: kind(code),
              value: `shared-${code}`,
            })),
            { use: 'temp', value: 'for-a-day' },
            { type: kind('PI'), value: 'PI-13' },
          ],
        },
        expected: 'PI-13',
      },
    ],
    [
      'a number of a kind that the hospital made up',
      {
        subject: { reference: 'Patient/14' },
        patient: {
          id: '14',
          identifier: [{ type: { coding: [{ system: 'urn:kinds', code: 'SS' }] }, value: 'H-14' }],
        },
        expected: 'H-14',
      },
    ],
    [
      'the first of several in an order of their own',
      {
        subject: { reference: 'Patient/15' },
        patient: { id: '15', identifier: [{ value: 'Z-15' }, { value: 'A-15' }] },
        expected: 'A-15',
      },
    ],
    [
      'the UUID that it is to be created under, before an id of the client’s own',
      {
        subject: { reference: `urn:uuid:${LASTING}` },
        patient: { id: 'placeholder' },
        fullUrl: `urn:uuid:${LASTING.toUpperCase()}`,
        expected: LASTING,
      },
    ],
  ])('is known by %s', async (_case, { subject, patient, fullUrl = 'urn:uuid:p', expected }) => {
    const bundle = bundleOf([
      ...(patient
        ? [entry({ resourceType: 'Patient', name: [{ family: 'Otieno' }], ...patient }, fullUrl)]
        : []),
      entry({ ...ENCOUNTER, subject }, 'urn:uuid:encounter'),
      entry({ ...CONDITION, subject }),
    ]);
    answers(await fhir.doctor.post(bundle));
    const cases = await fhir.cases();
    expect(cases.map((one) => one.patient)).toContain(expected);
  });

  it('is refused where only a passport names it', async () => {
    const subject = { identifier: PASSPORT };
    const told = failure(await fhir.doctor.post(visit({ encounter: { subject }, condition: { subject } })));
    expect(told).toMatchObject({
      status: 422,
      issues: [{ code: 'required', expression: 'Bundle.entry[0].resource.subject' }],
    });
    expect(JSON.stringify(told)).not.toContain('X79599404X');
  });
});
