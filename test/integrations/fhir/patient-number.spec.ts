import { CONDITION, ENCOUNTER, type Json, bundleOf, encounterBundle, entry } from './bundles';
import { readEntries, readFailure } from './fhir-caller';
import { FhirPlatform } from './fhir-platform';

describe('the patient’s number', () => {
  let fhir: FhirPlatform;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
  });

  afterAll(async () => {
    await fhir.close();
  });

  const identifierType = (code: string) => ({
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code }],
  });
  const MR = { type: identifierType('MR'), system: 'urn:mrn', value: 'MRN-7' };
  const SSN = { use: 'official', type: identifierType('SS'), value: '999-84-6370' };
  const PATIENT_UUID = '3f6c1f0e-1111-4222-8333-944455556666';
  const PASSPORT = { type: identifierType('PPN'), value: 'X79599404X' };

  it.each<[string, { subject: Json; patient?: Json; fullUrl?: string; expected: string }]>([
    ['a logical reference', { subject: { identifier: { value: 'L-1' } }, expected: 'L-1' }],
    ['a relative reference', { subject: { reference: 'Patient/123' }, expected: '123' }],
    [
      'the URL of a Patient',
      { subject: { reference: 'https://ehr.example.org/fhir/Patient/124' }, expected: '124' },
    ],
    ['a search by identifier', { subject: { reference: 'Patient?identifier=urn:mrn|125' }, expected: '125' }],
    [
      'a medical record number, before all others',
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
      'the id, if all identifiers are personal ones',
      {
        subject: { reference: 'Patient/10' },
        patient: { id: '10', identifier: [SSN, PASSPORT] },
        expected: '10',
      },
    ],
    [
      'the id, and not the passport number of a logical reference',
      { subject: { reference: 'Patient/11', identifier: PASSPORT }, expected: '11' },
    ],
    [
      'the valid identifier of several',
      {
        subject: { reference: 'Patient/12' },
        patient: { id: '12', identifier: [{ value: 7 }, { value: 'H-2' }] },
        expected: 'H-2',
      },
    ],
    [
      'an internal number, and not that of a family, an account or an encounter',
      {
        subject: { reference: 'Patient/13' },
        patient: {
          id: '13',
          identifier: [
            ...['MB', 'MA', 'MC', 'HC', 'DL', 'SN', 'AN', 'VN', 'NIIP'].map((code) => ({
              use: 'official',
              type: identifierType(code),
              value: `shared-${code}`,
            })),
            { use: 'temp', value: 'for-a-day' },
            { type: identifierType('PI'), value: 'PI-13' },
          ],
        },
        expected: 'PI-13',
      },
    ],
    [
      'an identifier whose type is the hospital’s own',
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
      'the first of the sorted identifiers',
      {
        subject: { reference: 'Patient/15' },
        patient: { id: '15', identifier: [{ value: 'Z-15' }, { value: 'A-15' }] },
        expected: 'A-15',
      },
    ],
    [
      'the UUID of a Patient to create, before the client’s id',
      {
        subject: { reference: `urn:uuid:${PATIENT_UUID}` },
        patient: { id: 'placeholder' },
        fullUrl: `urn:uuid:${PATIENT_UUID.toUpperCase()}`,
        expected: PATIENT_UUID,
      },
    ],
  ])('is taken from %s', async (_case, { subject, patient, fullUrl = 'urn:uuid:p', expected }) => {
    const bundle = bundleOf([
      ...(patient
        ? [entry({ resourceType: 'Patient', name: [{ family: 'Otieno' }], ...patient }, fullUrl)]
        : []),
      entry({ ...ENCOUNTER, subject }, 'urn:uuid:encounter'),
      entry({ ...CONDITION, subject }),
    ]);
    readEntries(await fhir.doctor.post(bundle));
    const cases = await fhir.listCases();
    expect(cases.map((one) => one.patient)).toContain(expected);
  });

  it('is missing if there is only a passport number, which the response does not quote', async () => {
    const subject = { identifier: PASSPORT };
    const failure = readFailure(
      await fhir.doctor.post(encounterBundle({ encounter: { subject }, condition: { subject } })),
    );
    expect(failure).toMatchObject({
      status: 422,
      issues: [{ code: 'required', expression: 'Bundle.entry[0].resource.subject' }],
    });
    expect(JSON.stringify(failure)).not.toContain('X79599404X');
  });
});
