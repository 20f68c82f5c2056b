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
          text: 'must not contain invisible characters (it has U+200B); send it without',
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
      { type: { coding: [{ code: ' Ppn' }] } },
      { type: { coding: [{ code: 'nin' }] } },
      { type: { coding: [{ code: 'NationalID' }] } },
      { type: { text: 'Passport number' } },
      { type: { text: 'Numéro de passeport' } },
      { type: { text: 'Carte d’identité nationale' } },
      { type: { coding: [{ system: 'urn:kinds', code: '4', display: 'National Identity Card' }] } },
      { type: { coding: [{ system: 'http://hl7.org/fhir/identifier-type', code: 'PPN' }] } },
      { type: { coding: [{ system: 'http://terminology.hl7.org/ValueSet/v2-0203', code: 'PPN' }] } },
      { system: 'http://www.hl7.org/fhir/sid/passport-KEN' },
      { system: 'http://hl7.org/fhir/sid/passport-KEN?x=1' },
      { system: 'http://hl7.org/fhir/sid/us-ssn#x' },
      { system: '2.16.840.1.113883.4.330.404' },
    ].map((identifier, index): [string, string, { subject: Json; patient: Json }] => [
      `the hospital’s identifier, and not a personal one: ${JSON.stringify(identifier)}`,
      `Z-${index}`,
      patientWith('9', { ...identifier, value: 'A0' }, { system: 'urn:z', value: `Z-${index}` }),
    ]),
    [
      'an identifier whose type has a name of the hospital’s own',
      'M-2',
      patientWith('9', { type: { text: 'National Hospital patient number' }, value: 'M-2' }),
    ],
    [
      'the id, and not the passport number of a logical reference',
      '11',
      { subject: { reference: 'Patient/11', identifier: PASSPORT } },
    ],
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
    ...[
      { text: 'International ID' },
      { coding: [{ system: 'urn:kinds', code: 'InternationalID' }] },
      { text: 'Multinational ID' },
      ...['PPN', 'SS', 'DL', 'NI', 'ppn'].map((code) => ({
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode', code }],
      })),
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203x', code: 'PPN' }] },
    ].map((type, index): [string, string, { subject: Json; patient: Json }] => [
      `an identifier whose type is no personal one: ${JSON.stringify(type)}`,
      `I-${index}`,
      patientWith('9', { type, value: `I-${index}` }),
    ]),
    ...['PatientNationalID', 'National ID', 'citizen id'].map(
      (text): [string, string, { subject: Json; patient: Json }] => [
        `the id, and not an identifier of the type ${text}`,
        `17-${text.length}`,
        patientWith(`17-${text.length}`, { type: { text }, value: 'A0' }),
      ],
    ),
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

  it.each<[string, unknown, { status: number; path: string }]>([
    [
      'a number as its value',
      [{ ...MR, value: 7 }, { value: 'H-2' }],
      { status: 400, path: 'identifier[0].value' },
    ],
    [
      'too many codings',
      [{ value: 'H-2' }, { ...MR, type: { coding: new Array<Json>(51).fill({ code: 'MR' }) } }],
      { status: 413, path: 'identifier[1].type.coding' },
    ],
    [
      'a modifier',
      [{ ...MR, modifierExtension: [{ url: 'urn:x' }] }],
      { status: 422, path: 'identifier[0].modifierExtension' },
    ],
    ['no list around it', MR, { status: 400, path: 'identifier' }],
  ])(
    'is not another one if an identifier of the Patient has %s: it is refused',
    async (_case, identifier, { status, path }) => {
      const bundle = bundleOf([
        entry({ resourceType: 'Patient', id: '12', identifier }, 'urn:uuid:p'),
        entry({ ...ENCOUNTER, subject: URN }, 'urn:uuid:encounter'),
        entry({ ...CONDITION, subject: URN }),
      ]);
      const { issues, ...failure } = await fhir.postRefused(bundle);
      expect(failure).toEqual({ status });
      expect(issues.map(({ expression }) => expression)).toEqual([`Bundle.entry[0].resource.${path}`]);
    },
  );

  it.each<[string, Json, unknown]>([
    ['a Patient is a number', { resourceType: 'Patient' }, 12],
    ['a Patient is an object', { resourceType: 'Patient' }, { value: '12' }],
    ['a Patient is a list', { resourceType: 'Patient' }, ['12']],
    ['a Patient is null', { resourceType: 'Patient' }, null],
    ['an Encounter is a number', ENCOUNTER, 12],
    ['a Condition is a number', CONDITION, 12],
  ])('is not another one if the id of %s: it is refused', async (_case, resource, id) => {
    const bundle = bundleOf([entry({ ...resource, id }, `urn:uuid:${PATIENT_UUID}`)]);
    expect(await fhir.postRefused(bundle)).toMatchObject(
      failureWith(400, 'structure', 'entry[0].resource.id'),
    );
  });

  it('is found if the id of an ignored resource is no text', async () => {
    const observation = entry({ resourceType: 'Observation', status: 'final', id: 12 });
    const bundle = bundleOf([
      observation,
      entry({ ...ENCOUNTER, subject: { reference: 'Patient/16' } }, 'urn:uuid:encounter'),
      entry({ ...CONDITION, subject: undefined }),
    ]);
    readEntries(await fhir.doctor.post(bundle));
    expect((await fhir.listCases()).map(({ patient }) => patient)).toContain('16');
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
