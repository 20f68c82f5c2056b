import { CONDITION, ENCOUNTER, type Json, bundleOf, encounterBundle, entry } from './bundles';
import { failureWith, readEntries, readFailure } from './fhir-caller';
import { suiteFhir } from './fhir-platform';

describe('the patient’s number', () => {
  const fhir = suiteFhir();

  const identifierType = (code: string) => ({
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code }],
  });
  const MR = { type: identifierType('MR'), system: 'urn:mrn', value: 'MRN-7' };
  const SSN = { use: 'official', type: identifierType('SS'), value: '999-84-6370' };
  const PATIENT_UUID = '3f6c1f0e-1111-4222-8333-944455556666';
  const PASSPORT = { type: identifierType('PPN'), value: 'X79599404X' };

  const URN = { reference: 'urn:uuid:p' };

  /** Builds a Patient with an id and identifiers, and a reference to it. */
  const patientWith = (id: string, ...identifier: Json[]) => ({
    subject: { reference: `Patient/${id}` },
    patient: { id, identifier },
  });

  it('and identifiers are one in both normalization forms of Unicode, and have no invisible characters', async () => {
    const bundle = (form: 'NFC' | 'NFD', added = '') =>
      encounterBundle({
        encounter: {
          identifier: [{ system: 'urn:visits', value: 'né-1'.normalize(form) + added }],
          subject: { identifier: { value: 'José-2'.normalize(form) } },
        },
        condition: { subject: { identifier: { value: 'José-2' } } },
      });
    expect(await fhir.doctor.postForStatuses(bundle('NFD'))).toEqual(['201 Created', '201 Created']);
    expect(await fhir.doctor.postForStatuses(bundle('NFC'))).toEqual(['200 OK', '200 OK']);
    const rows: unknown = await fhir.platform.database.query(
      `SELECT patient_id FROM consultation WHERE patient_id LIKE 'Jos%'`,
    );
    expect(rows).toEqual([{ patient_id: 'José-2' }]);
    expect(await fhir.postRefused(bundle('NFC', '\u200b'))).toMatchObject({
      status: 422,
      issues: [
        {
          expression: 'Bundle.entry[0].resource.identifier',
          text: 'must not contain format characters, which are invisible (it has U+200B); send it without',
        },
      ],
    });
  });

  it.each<[string, string, { subject: Json; patient?: Json; fullUrl?: string }]>([
    ['a logical reference', 'L-1', { subject: { identifier: { value: 'L-1' } } }],
    ['a relative reference', '123', { subject: { reference: 'Patient/123' } }],
    ['the URL of a Patient', '124', { subject: { reference: 'https://ehr.example.org/fhir/Patient/124' } }],
    ['a search by identifier', '125', { subject: { reference: 'Patient?identifier=urn:mrn|125' } }],
    [
      'a medical record number, before all others',
      'MRN-7',
      { subject: URN, patient: { identifier: [{ use: 'official', value: 'O-1' }, MR] } },
    ],
    [
      'an official identifier',
      'O-2',
      { subject: URN, patient: { identifier: [{ value: 'A' }, { use: 'official', value: 'O-2' }] } },
    ],
    ['the only identifier', 'H-1', patientWith('9', { system: 'urn:h', value: 'H-1' })],
    ['the id, if all identifiers are personal ones', '10', patientWith('10', SSN, PASSPORT)],
    [
      'an identifier with a type that the hospital made up',
      'M-1',
      patientWith('9', { type: { coding: [{ code: 'mrn' }] }, system: 'urn:m', value: 'M-1' }),
    ],
    ...[
      { system: 'http://hl7.org/fhir/sid/passport-KEN' },
      { system: 'urn:oid:2.16.840.1.113883.4.330.404' },
      { system: 'https://hl7.org/fhir/sid/us-ssn/' },
      { type: { coding: [{ system: 'https://terminology.hl7.org/CodeSystem/v2-0203|2.9', code: 'PPN' }] } },
      { type: { coding: [{ code: 'ppn' }] } },
    ].map((identifier, index): [string, string, { subject: Json; patient: Json }] => [
      `the hospital’s identifier, and not a personal one: ${JSON.stringify(identifier)}`,
      `Z-${index}`,
      patientWith('9', { ...identifier, value: 'A0' }, { system: 'urn:z', value: `Z-${index}` }),
    ]),
    [
      'the id, and not the passport number of a logical reference',
      '11',
      { subject: { reference: 'Patient/11', identifier: PASSPORT } },
    ],
    ['the valid identifier of several', 'H-2', patientWith('12', { value: 7 }, { value: 'H-2' })],
    [
      'an internal number, and not that of a family, an account or an encounter',
      'PI-13',
      patientWith(
        '13',
        ...['MB', 'MA', 'MC', 'HC', 'DL', 'SN', 'AN', 'VN', 'NIIP'].map((code) => ({
          use: 'official',
          type: identifierType(code),
          value: `shared-${code}`,
        })),
        { use: 'temp', value: 'for-a-day' },
        { type: identifierType('PI'), value: 'PI-13' },
      ),
    ],
    [
      'an identifier whose type is the hospital’s own',
      'H-14',
      patientWith('14', { type: { coding: [{ system: 'urn:kinds', code: 'SS' }] }, value: 'H-14' }),
    ],
    ['the first of the sorted identifiers', 'A-15', patientWith('15', { value: 'Z-15' }, { value: 'A-15' })],
    [
      'the UUID of a Patient to create, before the client’s id',
      PATIENT_UUID,
      {
        subject: { reference: `urn:uuid:${PATIENT_UUID}` },
        patient: { id: 'placeholder' },
        fullUrl: `urn:uuid:${PATIENT_UUID.toUpperCase()}`,
      },
    ],
  ])('is taken from %s', async (_case, expected, { subject, patient, fullUrl = 'urn:uuid:p' }) => {
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

  it.each<[string, Json]>([
    ['a logical reference', { identifier: { value: `erased-${PATIENT_UUID}` } }],
    ['a reference', { reference: 'Patient/erased' }],
  ])('is refused from %s if it is reserved for erased patients', async (_case, subject) => {
    const bundle = encounterBundle({ encounter: { subject }, condition: { subject } });
    expect(readFailure(await fhir.doctor.post(bundle))).toEqual({
      status: 422,
      issues: [
        {
          code: 'business-rule',
          expression: 'Bundle.entry[0].resource.subject',
          text: 'is reserved for erased patients; send your own number of the patient',
        },
      ],
    });
  });

  it('is missing if there is only a passport number, which the response does not quote', async () => {
    const subject = { identifier: PASSPORT };
    const failure = readFailure(
      await fhir.doctor.post(encounterBundle({ encounter: { subject }, condition: { subject } })),
    );
    expect(failure).toMatchObject(failureWith(422, 'required', 'entry[0].resource.subject'));
    expect(JSON.stringify(failure)).not.toContain('X79599404X');
  });
});
