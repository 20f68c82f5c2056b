import { CONDITION, ENCOUNTER, ICD_10, type Json, MALARIA, bundleOf, entry, visit } from './bundles';
import { type Answered, answers, failure } from './fhir-caller';
import { FhirPlatform } from './fhir-platform';

const VERIFICATION = 'http://terminology.hl7.org/CodeSystem/condition-ver-status';
const ICD_11 = 'http://id.who.int/icd/release/11/mms';
const SNOMED = 'http://snomed.info/sct';

const statuses = (answered: readonly Answered[]): string[] => answered.map(({ status }) => status);

describe('a Bundle posted to /fhir', () => {
  let fhir: FhirPlatform;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
  });

  afterAll(async () => {
    await fhir.close();
  });

  /** Posts one visit of a patient of its own, and answers what was recorded of it. */
  let patients = 0;
  async function recorded(change: { encounter?: Json; condition?: Json }) {
    patients += 1;
    const subject = { identifier: { value: `R-${patients}` } };
    const bundle = visit({
      encounter: { subject, ...change.encounter },
      condition: { subject, ...change.condition },
    });
    const answered = answers(await fhir.doctor.post(bundle));
    const cases = (await fhir.cases()).filter(({ patient }) => patient === `R-${patients}`);
    return { answered, cases };
  }

  async function refused(bundle: Json) {
    const before = await fhir.totals();
    const told = failure(await fhir.doctor.post(bundle));
    expect(await fhir.totals()).toEqual(before);
    return told;
  }

  describe('counts each Condition as a case of', () => {
    it.each([
      ['its ICD-10 code', { coding: [{ system: ICD_10, code: 'B50.9' }] }, 'Plasmodium falciparum malaria'],
      ['an ICD-10 code without its point', { coding: [{ system: ICD_10, code: 'a010' }] }, 'Typhoid fever'],
      [
        'an ICD-10 code by its OID',
        { coding: [{ system: 'urn:oid:2.16.840.1.113883.6.3', code: 'B54' }] },
        'Malaria',
      ],
      ['an ICD-10-CM code', { coding: [{ system: `${ICD_10}-cm`, code: 'B54' }] }, 'Malaria'],
      [
        'the first code that the catalogue has',
        {
          coding: [
            { system: SNOMED, code: '1', display: 'Something else' },
            { system: ICD_10, code: 'Z99.99' },
            { system: ICD_10, code: 'A01.0' },
            { system: ICD_10, code: 'B54' },
          ],
        },
        'Typhoid fever',
      ],
      [
        'its text, without SNOMED CT’s tag',
        {
          coding: [{ system: SNOMED, code: '61462000', display: 'Malaria (disorder)' }],
          text: 'Cholera (disorder)',
        },
        'Cholera',
      ],
      [
        'its display, where it has no text',
        { coding: [{ system: SNOMED, code: '61462000', display: 'Malaria (disorder)' }] },
        'Malaria',
      ],
      ['a name that nobody has used', { text: 'Homa ya mji (finding)' }, 'Homa ya mji'],
      [
        'its display, where the text is a story',
        { coding: [{ code: 'x', display: 'Malaria' }], text: 'fever '.repeat(60) },
        'Malaria',
      ],
    ])('%s', async (_case, code, name) => {
      const { cases } = await recorded({ condition: { code } });
      expect(cases).toMatchObject([{ name, country: 'KE' }]);
    });

    it('its ICD-11 code', async () => {
      await fhir.platform.database.query(
        `INSERT INTO pathology_code (classification, code, pathology_id)
         SELECT 'icd11', '1F4Z', id FROM pathology WHERE scope = '*' AND name = 'Malaria' ON CONFLICT DO NOTHING`,
      );
      const [{ name } = { name: '' }] = await fhir.platform.database.query<{ name: string }[]>(
        `SELECT p.name FROM pathology p JOIN pathology_code k ON k.pathology_id = p.id WHERE k.code = '1F4Z'`,
      );
      for (const system of [ICD_11, 'http://id.who.int/icd11/mms', 'http://hl7.org/fhir/sid/icd-11']) {
        const { cases } = await recorded({ condition: { code: { coding: [{ system, code: '1F4Z' }] } } });
        expect(cases).toMatchObject([{ name }]);
      }
    });
  });

  describe('counts a case on', () => {
    it.each([
      ['2026-03-14T09:30:00Z', '2026-03-14T09:30:00.000Z'],
      ['2026-03-14T01:30:00+03:00', '2026-03-13T22:30:00.000Z'],
      ['2026-03-14T09:30:00.123456-01:00', '2026-03-14T10:30:00.123Z'],
      ['2026-03-14', '2026-03-14T00:00:00.000Z'],
    ])('%s', async (start, moment) => {
      expect((await recorded({ encounter: { period: { start } } })).cases).toMatchObject([{ moment }]);
    });
  });

  it.each([
    '2026-03',
    '2026',
    '2026-02-30',
    '2026-03-14T09:30:00',
    '2026-03-14 09:30',
    'yesterday',
    '2026-03-14T25:00:00Z',
  ])('refuses a start that is no moment: %s', async (start) => {
    const { status, issues } = await refused(visit({ encounter: { period: { start } } }));
    expect(status).toBe(400);
    expect(issues).toMatchObject([{ code: 'value', expression: 'Bundle.entry[0].resource.period.start' }]);
  });

  it('refuses an Encounter in the future, and one without a start', async () => {
    const start = new Date(Date.now() + 26 * 60 * 60 * 1000).toISOString();
    expect(await refused(visit({ encounter: { period: { start } } }))).toEqual({
      status: 422,
      issues: [
        {
          code: 'business-rule',
          text: 'must not be more than 24 hours in the future',
          expression: 'Bundle.entry[0].resource.period.start',
        },
      ],
    });
    expect(await refused(visit({ encounter: { period: {} } }))).toMatchObject({
      status: 422,
      issues: [{ code: 'required', expression: 'Bundle.entry[0].resource.period.start' }],
    });
  });

  it.each(['in-progress', 'onleave', 'finished', 'unknown'])(
    'counts an Encounter that is %s',
    async (status) => {
      expect((await recorded({ encounter: { status } })).cases).toHaveLength(1);
    },
  );

  it.each(['planned', 'arrived', 'triaged', 'cancelled', 'entered-in-error'])(
    'does not count an Encounter that is %s, and says so',
    async (status) => {
      const { answered, cases } = await recorded({ encounter: { status } });
      expect(cases).toEqual([]);
      expect(statuses(answered)).toEqual(['200 OK', '200 OK']);
      expect(answered[1]?.issues[0]).toContain(`an Encounter that is ${status} is no consultation`);
    },
  );

  it.each(['confirmed', 'provisional', 'unconfirmed'])('counts a Condition that is %s', async (code) => {
    const verificationStatus = { coding: [{ system: VERIFICATION, code }] };
    expect((await recorded({ condition: { verificationStatus } })).cases).toHaveLength(1);
  });

  it.each(['refuted', 'entered-in-error', 'differential'])(
    'does not count a Condition that is %s, and says so',
    async (code) => {
      const verificationStatus = { coding: [{ system: VERIFICATION, code }] };
      const { answered, cases } = await recorded({ condition: { verificationStatus } });
      expect(cases).toEqual([]);
      expect(answered.map(({ issues }) => issues[0])).toEqual([
        'informational: not recorded: an Encounter without a Condition names no pathology',
        `informational: not recorded: a Condition that is ${code} is no case. Nothing that was recorded before is changed`,
      ]);
    },
  );

  it.each([
    ['the urn of the Encounter', 'urn:uuid:encounter', { fullUrl: 'urn:uuid:encounter' }],
    ['type and id', 'Encounter/e-1', { id: 'e-1' }],
    ['type and id of an address', 'Encounter/e-1', { fullUrl: 'https://ehr.example.org/fhir/Encounter/e-1' }],
    [
      'its address and version',
      'https://ehr.example.org/fhir/Encounter/e-1/_history/3',
      { fullUrl: 'https://ehr.example.org/fhir/Encounter/e-1' },
    ],
    [
      'a search for its identifier',
      'Encounter?identifier=urn%3Av%7C7',
      { identifier: [{ system: 'urn:v', value: '7' }] },
    ],
  ])('links a Condition to its Encounter by %s', async (_case, reference, { fullUrl, ...more }: Json) => {
    const subject = { identifier: { value: `L-${reference}`.slice(0, 60) } };
    const bundle = bundleOf([
      entry({ ...CONDITION, subject, encounter: { reference } }),
      entry({ ...ENCOUNTER, subject, ...more }, fullUrl === undefined ? undefined : String(fullUrl)),
    ]);
    expect(statuses(answers(await fhir.doctor.post(bundle)))).toEqual(['201 Created', '201 Created']);
  });

  it('links a Condition by the diagnosis of the Encounter', async () => {
    const { encounter: _none, ...condition } = CONDITION;
    const bundle = bundleOf([
      entry({ ...ENCOUNTER, diagnosis: [{ condition: { reference: 'urn:uuid:c' } }] }, 'urn:uuid:e'),
      entry(condition, 'urn:uuid:c'),
    ]);
    expect(statuses(answers(await fhir.doctor.post(bundle)))).toEqual(['201 Created', '201 Created']);
  });

  it('refuses a Condition whose Encounter is elsewhere', async () => {
    expect(
      await refused(bundleOf([entry({ ...CONDITION, encounter: { reference: 'Encounter/77' } })])),
    ).toEqual({
      status: 422,
      issues: [
        {
          code: 'not-found',
          text: 'no Encounter of the Bundle: send a Condition together with its Encounter',
          expression: 'Bundle.entry[0].resource.encounter',
        },
      ],
    });
  });

  it.each([
    [
      'no code that is known and no name',
      { condition: { code: { coding: [{ system: ICD_10, code: 'B54.77' }] } } },
      'code-invalid',
      'entry[1].resource.code',
    ],
    ['no code at all', { condition: { code: undefined } }, 'required', 'entry[1].resource.code'],
    ['no patient', { encounter: { subject: undefined } }, 'required', 'entry[0].resource.subject'],
    [
      'a patient’s number of 65 characters',
      { encounter: { subject: { identifier: { value: 'x'.repeat(65) } } } },
      'business-rule',
      'entry[0].resource.subject',
    ],
    [
      'another patient than its Condition',
      { condition: { subject: { identifier: { value: 'P-2' } } } },
      'business-rule',
      'entry[1].resource.subject',
    ],
  ])('refuses a visit with %s and records nothing', async (_case, change, code, path) => {
    const { status, issues } = await refused(visit(change));
    expect(status).toBe(422);
    expect(issues).toMatchObject([{ code, expression: `Bundle.${path}` }]);
  });

  it('lists everything that is wrong with a transaction at once', async () => {
    const { issues } = await refused(
      bundleOf([
        entry({ ...ENCOUNTER, status: 'done', period: { start: 7 } }, 'urn:uuid:encounter'),
        entry({ ...CONDITION, code: { text: 3 } }),
        entry({ ...ENCOUNTER }, undefined, { method: 'PUT', url: 'Encounter/1' }),
      ]),
    );
    expect(issues.map(({ expression }) => expression)).toEqual([
      'Bundle.entry[0].resource.status',
      'Bundle.entry[0].resource.period.start',
      'Bundle.entry[1].resource.code.text',
      'Bundle.entry[2].request.method',
    ]);
  });

  it.each(['PUT', 'GET', 'DELETE', 'PATCH', 'HEAD'])('refuses %s of what it records', async (method) => {
    const one = entry(ENCOUNTER, undefined, { method, url: 'Encounter/1' });
    expect(await refused(bundleOf([one]))).toMatchObject({
      status: 400,
      issues: [{ code: 'not-supported', expression: 'Bundle.entry[0].request.method' }],
    });
    const [answered] = answers(await fhir.doctor.post(bundleOf([one], 'batch')));
    expect(answered).toMatchObject({
      status: '400 Bad Request',
      issues: [expect.stringContaining('not-supported')],
    });
  });

  it('ignores other resource types, created or updated, and says so', async () => {
    const bundle = bundleOf([
      entry({ resourceType: 'Observation', status: 'final', code: { text: 'Temperature' } }),
      entry({ resourceType: 'Patient', id: 'p', name: [{ family: 'Otieno' }] }, undefined, {
        method: 'PUT',
        url: 'Patient/p',
      }),
    ]);
    expect(answers(await fhir.doctor.post(bundle))).toEqual([
      { status: '200 OK', location: undefined, issues: ['informational: Observation is not recorded'] },
      {
        status: '200 OK',
        location: undefined,
        issues: [
          'informational: Patient is not recorded; of a patient, the number alone is kept with the Encounter',
        ],
      },
    ]);
    expect(
      await refused(bundleOf([{ request: { method: 'GET', url: 'Patient?name=Otieno' } }])),
    ).toMatchObject({
      issues: [{ code: 'not-supported' }],
    });
  });

  it('answers an empty Bundle with an empty one', async () => {
    expect(answers(await fhir.doctor.post({ resourceType: 'Bundle', type: 'transaction' }))).toEqual([]);
  });

  it('of a batch, refuses an Encounter with its Conditions and records the others', async () => {
    const subject = { identifier: { value: 'B-1' } };
    const bundle = bundleOf(
      [
        entry({ ...ENCOUNTER, subject }, 'urn:uuid:1'),
        entry({ ...CONDITION, subject, encounter: { reference: 'urn:uuid:1' } }),
        entry({ ...CONDITION, subject, encounter: { reference: 'urn:uuid:1' }, code: { coding: [] } }),
        entry({ ...ENCOUNTER, subject }, 'urn:uuid:2'),
        entry({ ...CONDITION, subject, encounter: { reference: 'urn:uuid:2' }, code: { text: 'Cholera' } }),
        entry({ ...ENCOUNTER, status: 'no such status' }, 'urn:uuid:3'),
        entry({ ...CONDITION, encounter: { reference: 'urn:uuid:3' } }),
        { request: { method: 'POST' } },
      ],
      'batch',
    );
    expect(statuses(answers(await fhir.doctor.post(bundle)))).toEqual([
      '424 Failed Dependency',
      '424 Failed Dependency',
      '422 Unprocessable Entity',
      '201 Created',
      '201 Created',
      '400 Bad Request',
      '424 Failed Dependency',
      '400 Bad Request',
    ]);
    const cases = await fhir.cases();
    expect(cases.filter(({ patient }) => patient === 'B-1')).toMatchObject([{ name: 'Cholera' }]);
  });

  it('answers what was recorded where that is preferred', async () => {
    const bundle = visit({
      encounter: { subject: { identifier: { value: 'Q-1' } } },
      condition: { subject: undefined },
    });
    const response = await fhir.doctor.post(bundle, { prefer: 'return=representation' });
    expect(response.body).toMatchObject({
      entry: [
        { resource: { resourceType: 'Encounter', subject: { identifier: { value: 'Q-1' } } } },
        {
          resource: {
            resourceType: 'Condition',
            code: { coding: MALARIA.coding.map((one) => expect.objectContaining(one) as unknown) },
          },
        },
      ],
    });
    const [told] = answers(await fhir.doctor.post(bundle, { prefer: 'return=OperationOutcome' }));
    expect(told?.issues[0]).toContain('informational: recorded');
  });
});

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
  const PASSPORT = { type: kind('PPN'), value: 'X79599404X' };

  it.each<[string, Json, Json | undefined, string]>([
    ['a logical reference', { identifier: { value: 'L-1' } }, undefined, 'L-1'],
    ['a plain reference', { reference: 'Patient/123' }, undefined, '123'],
    ['an address', { reference: 'https://ehr.example.org/fhir/Patient/124' }, undefined, '124'],
    ['a search', { reference: 'Patient?identifier=urn:mrn|125' }, undefined, '125'],
    [
      'a medical record number before all others',
      { reference: 'urn:uuid:p' },
      { identifier: [{ use: 'official', value: 'O-1' }, MR] },
      'MRN-7',
    ],
    [
      'an official identifier',
      { reference: 'urn:uuid:p' },
      { identifier: [{ value: 'A' }, { use: 'official', value: 'O-2' }] },
      'O-2',
    ],
    [
      'the only identifier',
      { reference: 'Patient/9' },
      { id: '9', identifier: [{ system: 'urn:h', value: 'H-1' }] },
      'H-1',
    ],
    [
      'its id, where all else names the person',
      { reference: 'Patient/10' },
      { id: '10', identifier: [SSN, PASSPORT] },
      '10',
    ],
    [
      'no passport of a logical reference',
      { reference: 'Patient/11', identifier: PASSPORT },
      undefined,
      '11',
    ],
    [
      'no identifier that cannot be read',
      { reference: 'Patient/12' },
      { id: '12', identifier: [{ value: 7 }, { value: 'H-2' }] },
      'H-2',
    ],
  ])('is known by %s', async (_case, subject, patient, expected) => {
    const bundle = bundleOf([
      ...(patient
        ? [entry({ resourceType: 'Patient', name: [{ family: 'Otieno' }], ...patient }, 'urn:uuid:p')]
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
