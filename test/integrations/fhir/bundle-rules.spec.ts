import {
  CONDITION,
  ENCOUNTER,
  ICD_10,
  type Json,
  MALARIA,
  bundleOf,
  encounterBundle,
  entry,
} from './bundles';
import { CREATED, FAILED_DEPENDENCY, OK } from './entry-statuses';
import { failureWith, listStatuses, readEntries } from './fhir-caller';
import { suiteFhir } from './fhir-platform';

const VERIFICATION = 'http://terminology.hl7.org/CodeSystem/condition-ver-status';

describe('a Bundle posted to /fhir', () => {
  const fhir = suiteFhir();

  it.each([
    '2026-03',
    '2026',
    '2026-02-30',
    '2026-03-14T09:30:00',
    '2026-03-14 09:30',
    'yesterday',
    '2026-03-14T25:00:00Z',
  ])('refuses an invalid start: %s', async (start) => {
    const { status, issues } = await fhir.postRefused(encounterBundle({ encounter: { period: { start } } }));
    expect(status).toBe(400);
    expect(issues).toMatchObject([{ code: 'value', expression: 'Bundle.entry[0].resource.period.start' }]);
  });

  it.each<[string, Json, string]>([
    [
      'an identifier that could be that of another system',
      { resource: { ...ENCOUNTER, identifier: [{ system: 'http://x|y', value: '1' }] } },
      'resource.identifier[0].system',
    ],
    ['a long URL', { request: { method: 'POST', url: `Encounter?${'x'.repeat(2_000)}` } }, 'request.url'],
    ['a long method', { request: { method: 'P'.repeat(21), url: 'Encounter' } }, 'request.method'],
  ])('refuses %s', async (_case, changed, path) => {
    const bundle = bundleOf([{ ...entry(ENCOUNTER), ...changed }]);
    expect(await fhir.postRefused(bundle)).toMatchObject(failureWith(400, 'structure', `entry[0].${path}`));
  });

  it('refuses an Encounter with a start in the future or without a start', async () => {
    const start = new Date(Date.now() + 26 * 60 * 60 * 1000).toISOString();
    expect(await fhir.postRefused(encounterBundle({ encounter: { period: { start } } }))).toEqual({
      status: 422,
      issues: [
        {
          code: 'business-rule',
          text: 'must not be more than 24 hours in the future',
          expression: 'Bundle.entry[0].resource.period.start',
        },
      ],
    });
    expect(await fhir.postRefused(encounterBundle({ encounter: { period: {} } }))).toMatchObject(
      failureWith(422, 'required', 'entry[0].resource.period.start'),
    );
  });

  it.each(['in-progress', 'onleave', 'finished', 'unknown'])(
    'counts an Encounter with the status %s',
    async (status) => {
      expect((await fhir.recordEncounter({ encounter: { status } })).cases).toHaveLength(1);
    },
  );

  it.each(['planned', 'arrived', 'triaged', 'cancelled', 'entered-in-error'])(
    'ignores an Encounter with the status %s and returns the reason',
    async (status) => {
      const { results, cases } = await fhir.recordEncounter({ encounter: { status } });
      expect(cases).toEqual([]);
      expect(listStatuses(results)).toEqual([OK, OK]);
      expect(results[1]?.issues[0]).toContain(`an Encounter that is ${status} is no consultation`);
    },
  );

  it.each(['confirmed', 'provisional', 'unconfirmed'])(
    'counts a Condition with the status %s',
    async (code) => {
      const verificationStatus = { coding: [{ system: VERIFICATION, code }] };
      expect((await fhir.recordEncounter({ condition: { verificationStatus } })).cases).toHaveLength(1);
    },
  );

  it.each(['refuted', 'entered-in-error', 'differential'])(
    'ignores a Condition with the status %s and returns the reason',
    async (code) => {
      const verificationStatus = { coding: [{ system: VERIFICATION, code }] };
      const { results, cases } = await fhir.recordEncounter({ condition: { verificationStatus } });
      expect(cases).toEqual([]);
      expect(results.map(({ issues }) => issues[0])).toEqual([
        'business-rule: not recorded: an Encounter without a Condition names no pathology',
        `business-rule: not recorded: a Condition that is ${code} is no case. Nothing that was recorded before is changed`,
      ]);
    },
  );

  it.each<[string, string, Json & { readonly fullUrl?: string }]>([
    ['the URN of the Encounter', 'urn:uuid:encounter', { fullUrl: 'urn:uuid:encounter' }],
    ['type and id', 'Encounter/e-1', { id: 'e-1' }],
    ['type and id of a URL', 'Encounter/e-1', { fullUrl: 'https://ehr.example.org/fhir/Encounter/e-1' }],
    [
      'its URL with a version',
      'https://ehr.example.org/fhir/Encounter/e-2/_history/3',
      { fullUrl: 'https://ehr.example.org/fhir/Encounter/e-2' },
    ],
    [
      'a search for its identifier',
      'Encounter?identifier=urn%3Av%7C7',
      { identifier: [{ system: 'urn:v', value: '7' }] },
    ],
  ])('links a Condition to its Encounter by %s', async (_case, reference, { fullUrl, ...more }) => {
    const subject = { identifier: { value: `L-${reference}`.slice(0, 60) } };
    const bundle = bundleOf([
      entry({ ...CONDITION, subject, encounter: { reference } }),
      entry({ ...ENCOUNTER, subject, ...more }, fullUrl),
    ]);
    expect(await fhir.doctor.postForStatuses(bundle)).toEqual([CREATED, CREATED]);
  });

  it('links a Condition to the Encounter that lists it as a diagnosis', async () => {
    const bundle = bundleOf([
      entry({ ...ENCOUNTER, diagnosis: [{ condition: { reference: 'urn:uuid:c' } }] }, 'urn:uuid:e'),
      entry({ ...CONDITION, encounter: undefined }, 'urn:uuid:c'),
    ]);
    expect(await fhir.doctor.postForStatuses(bundle)).toEqual([CREATED, CREATED]);
  });

  it('refuses a Condition whose Encounter is not in the Bundle', async () => {
    expect(
      await fhir.postRefused(bundleOf([entry({ ...CONDITION, encounter: { reference: 'Encounter/77' } })])),
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
      'neither a known code nor a name',
      { condition: { code: { coding: [{ system: ICD_10, code: 'R99.001A' }] } } },
      { code: 'code-invalid', path: '[1].resource.code' },
    ],
    ['no code at all', { condition: { code: undefined } }, { code: 'required', path: '[1].resource.code' }],
    ['no patient', { encounter: { subject: undefined } }, { code: 'required', path: '[0].resource.subject' }],
    [
      'a patient’s number of 65 characters',
      {
        encounter: { subject: { identifier: { value: 'x'.repeat(65) } } },
        condition: { subject: undefined },
      },
      { code: 'business-rule', path: '[0].resource.subject' },
    ],
    [
      'another patient than its Condition',
      { condition: { subject: { identifier: { value: 'P-2' } } } },
      { code: 'business-rule', path: '[1].resource.subject' },
    ],
  ])('refuses an Encounter with %s and records nothing', async (_case, change, { code, path }) => {
    const { status, issues } = await fhir.postRefused(encounterBundle(change));
    expect(status).toBe(422);
    expect(issues).toMatchObject([{ code, expression: `Bundle.entry${path}` }]);
  });

  it('returns all problems of a transaction together', async () => {
    const { issues } = await fhir.postRefused(
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

  it.each(['PUT', 'GET', 'DELETE', 'PATCH', 'HEAD'])('refuses %s of an Encounter', async (method) => {
    const update = entry(ENCOUNTER, undefined, { method, url: 'Encounter/1' });
    expect(await fhir.postRefused(bundleOf([update]))).toMatchObject(
      failureWith(400, 'not-supported', 'entry[0].request.method'),
    );
    const [result] = readEntries(await fhir.doctor.post(bundleOf([update], 'batch')));
    expect(result).toMatchObject({
      status: '400 Bad Request',
      issues: [expect.stringContaining('not-supported')],
    });
  });

  it('ignores other resource types, created or updated, and returns a notice', async () => {
    const bundle = bundleOf([
      entry({ resourceType: 'Observation', status: 'final', code: { text: 'Temperature' } }),
      entry({ resourceType: 'Patient', id: 'p', name: [{ family: 'Otieno' }] }, undefined, {
        method: 'PUT',
        url: 'Patient/p',
      }),
    ]);
    expect(readEntries(await fhir.doctor.post(bundle))).toEqual([
      { status: OK, location: undefined, issues: ['informational: Observation is not recorded'] },
      {
        status: OK,
        location: undefined,
        issues: [
          'informational: Patient is not recorded; of a patient, the number alone is kept with the Encounter',
        ],
      },
    ]);
    expect(
      await fhir.postRefused(bundleOf([{ request: { method: 'GET', url: 'Patient?name=Otieno' } }])),
    ).toMatchObject({ issues: [{ code: 'not-supported' }] });
  });

  it('returns an empty Bundle for an empty Bundle', async () => {
    expect(readEntries(await fhir.doctor.post({ resourceType: 'Bundle', type: 'transaction' }))).toEqual([]);
  });

  it('refuses an Encounter of a batch with its Conditions, and records the others', async () => {
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
    expect(await fhir.doctor.postForStatuses(bundle)).toEqual([
      FAILED_DEPENDENCY,
      FAILED_DEPENDENCY,
      '422 Unprocessable Entity',
      CREATED,
      CREATED,
      '400 Bad Request',
      FAILED_DEPENDENCY,
      '400 Bad Request',
    ]);
    const cases = await fhir.listCases();
    expect(cases.filter(({ patient }) => patient === 'B-1')).toMatchObject([{ name: 'Cholera' }]);
  });

  it('returns the resources or a summary if the header Prefer requests it', async () => {
    const bundle = encounterBundle({
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
            code: { coding: expect.arrayContaining([expect.objectContaining(MALARIA.coding[0])]) as unknown },
          },
        },
      ],
    });
    const [result] = readEntries(await fhir.doctor.post(bundle, { prefer: 'return=OperationOutcome' }));
    expect(result?.issues[0]).toContain('informational: recorded');
  });
});
