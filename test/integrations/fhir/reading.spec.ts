import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { payload } from '../../support/plain-caller';
import { ICD_10, bundleFile, bundleOf, entry, visit } from './bundles';
import { answers, failure } from './fhir-caller';
import { FhirPlatform } from './fhir-platform';

const recorded = z.object({ data: z.object({ id: z.string() }) });

describe('reading what was recorded', () => {
  let fhir: FhirPlatform;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
  });

  afterAll(async () => {
    await fhir.close();
  });

  it('gives back codings as they were sent, and the code that the case is counted under', async () => {
    const coding = [
      {
        system: 'http://snomed.info/sct',
        code: '61462000',
        display: 'Malaria (disorder)',
        userSelected: true,
      },
      { system: 'urn:oid:1.2.3', version: '4', code: 'local-7' },
      { system: ICD_10, code: 'Z99.99', display: 'not in the catalogue' },
    ];
    const [, posted] = answers(
      await fhir.doctor.post(visit({ condition: { code: { coding, text: 'Malaria (disorder)' } } })),
    );
    const body: unknown = (await fhir.doctor.get(posted?.location ?? '')).body;
    expect(body).toMatchObject({ code: { text: 'Malaria (disorder)' } });
    const answered = z.object({ code: z.object({ coding: z.array(z.unknown()) }) }).parse(body).code.coding;
    expect(answered.slice(0, 3)).toEqual(coding);
    expect(answered[3]).toEqual({ system: ICD_10, code: 'B54', display: 'Malaria' });
  });

  it('adds the ICD-11 code too, where there is one', async () => {
    const code = { coding: [{ system: ICD_10, code: 'B50.9' }] };
    const [, posted] = answers(await fhir.doctor.post(visit({ condition: { code } })));
    const name = 'Plasmodium falciparum malaria';
    expect((await fhir.doctor.get(posted?.location ?? '')).body).toMatchObject({
      code: {
        coding: [
          { system: ICD_10, code: 'B50.9' },
          { system: 'http://id.who.int/icd/release/11/mms', code: '1F40', display: name },
        ],
        text: name,
      },
    });
  });

  it('gives back an Encounter with its Conditions, and no name of anybody', async () => {
    const answered = answers(await fhir.doctor.post(bundleFile('openmrs.json')));
    const [encounter, malaria, asthma] = answered.slice(1, 4).map(({ location }) => location ?? '');
    const response = await fhir.doctor.get(encounter ?? '');
    expect(response.body).toEqual({
      resourceType: 'Encounter',
      id: encounter?.replace('Encounter/', ''),
      meta: { lastUpdated: expect.any(String) as string },
      status: 'unknown',
      class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
      subject: { type: 'Patient', identifier: { value: '100HNY' } },
      period: { start: '2026-03-10T11:30:00+03:00' },
      diagnosis: [malaria, asthma].map((reference) => ({ condition: { reference } })),
    });
    expect(JSON.stringify((await fhir.doctor.get(malaria ?? '')).body)).not.toContain('Otieno');
    const [{ dump }] = await fhir.platform.database.query<[{ dump: string }]>(
      `SELECT (SELECT jsonb_agg(e) FROM fhir_encounter e)::text || (SELECT jsonb_agg(f) FROM fhir_condition f)::text AS dump`,
    );
    expect(dump).not.toContain('Otieno');
    expect(fhir.platform.logLines.join('')).not.toMatch(/Otieno|100HNY/);
  });

  it('returns what an account recorded before it moved to another country', async () => {
    const country = (code: string) => fhir.platform.database.query('UPDATE account SET country = $1', [code]);
    const recordedBefore = answers(await fhir.doctor.post(visit()));
    await country('UG');
    for (const { location } of recordedBefore)
      expect((await fhir.doctor.get(location ?? '')).status).toBe(200);
    await country('KE');
  });

  it('gives back identifiers, and whose number the patient’s is', async () => {
    const identifier = [{ use: 'official', system: 'urn:v', value: '7' }];
    const [encounter, condition] = answers(
      await fhir.doctor.post(visit({ encounter: { identifier }, condition: { identifier } })),
    );
    const subject = {
      type: 'Patient',
      identifier: { system: 'http://clinic.example.org/patients', value: 'P-1' },
    };
    expect((await fhir.doctor.get(encounter?.location ?? '')).body).toMatchObject({ identifier, subject });
    expect((await fhir.doctor.get(condition?.location ?? '')).body).toMatchObject({
      identifier,
      subject,
      encounter: { reference: encounter?.location },
    });
  });

  it('gives back consultations that came by tRPC as an Encounter and a Condition of the same id', async () => {
    const input = {
      patientId: 'P-9',
      pathologyName: 'Malaria',
      consultationDate: '2026-03-14T09:30:00Z',
      externalId: 'clinic-7/1',
    };
    const { id } = recorded.parse(payload(await fhir.plain.post('consultations.record', input))).data;
    expect((await fhir.doctor.get(`Condition/${id}`)).body).toMatchObject({
      id,
      identifier: [{ value: 'clinic-7/1' }],
      code: {
        coding: expect.arrayContaining([{ system: ICD_10, code: 'B54', display: 'Malaria' }]) as unknown,
        text: 'Malaria',
      },
      subject: { identifier: { value: 'P-9' } },
      encounter: { reference: `Encounter/${id}` },
    });
    expect((await fhir.doctor.get(`Encounter/${id}`)).body).toMatchObject({
      id,
      status: 'finished',
      period: { start: '2026-03-14T09:30:00.000Z' },
      diagnosis: [{ condition: { reference: `Condition/${id}` } }],
    });
    const named = { ...input, pathologyName: 'Homa ya ziwa', externalId: undefined };
    const other = recorded.parse(payload(await fhir.plain.post('consultations.record', named))).data;
    expect((await fhir.doctor.get(`Condition/${other.id}`)).body).toMatchObject({
      code: { text: 'Homa ya ziwa' },
    });
  });

  it('shows what was voided as entered in error', async () => {
    const clinicalStatus = {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }],
    };
    const posted = answers(await fhir.doctor.post(visit({ condition: { clinicalStatus } })));
    const [encounter = '', condition = ''] = posted.map(({ location }) => location);
    expect((await fhir.doctor.get(condition)).body).toMatchObject({ clinicalStatus });
    const id = condition.replace('Condition/', '');
    payload(await fhir.plain.post('consultations.void', { id, reason: 'Another patient' }));
    const body: unknown = (await fhir.doctor.get(condition)).body;
    expect(body).toMatchObject({ verificationStatus: { coding: [{ code: 'entered-in-error' }] } });
    expect(body).not.toHaveProperty('clinicalStatus');
    expect((await fhir.doctor.get(encounter)).body).toMatchObject({ status: 'entered-in-error' });
  });

  it.each([
    'Condition/no-uuid',
    'Encounter/00000000-0000-7000-8000-000000000000',
    'Patient/1',
    'Condition',
    '',
  ])('answers 404 for what is not there: %s', async (path) => {
    expect(failure(await fhir.doctor.get(path))).toMatchObject({
      status: 404,
      issues: [{ code: 'not-found' }],
    });
  });

  it('answers JSON only', async () => {
    for (const headers of [{ accept: 'application/fhir+xml' }, { accept: 'text/turtle' }]) {
      expect(failure(await fhir.doctor.get('metadata', headers))).toMatchObject({ status: 406 });
      expect(
        failure(await fhir.doctor.post(bundleOf([entry({ resourceType: 'Claim' })]), headers)),
      ).toMatchObject({ status: 406 });
    }
    expect(failure(await fhir.doctor.get('metadata?_format=xml'))).toMatchObject({ status: 406 });
    for (const accept of ['*/*', 'application/json', 'application/fhir+json; fhirVersion=4.0']) {
      expect((await fhir.doctor.get('metadata?_format=json', { accept })).status).toBe(200);
    }
  });

  it('takes JSON where that is accepted with a weight, and not where it is refused', async () => {
    for (const accept of ['text/html, application/*;q=0.1', 'application/fhir+json;q=0.5, application/xml']) {
      expect((await fhir.doctor.get('metadata', { accept })).status).toBe(200);
    }
    for (const accept of ['application/json;q=0', 'application/json-patch+json', 'application/jsonld']) {
      expect((await fhir.doctor.get('metadata', { accept })).status).toBe(406);
    }
  });

  it('names no version of what has none', async () => {
    const [posted] = answers(await fhir.doctor.post(visit()));
    for (const response of [
      await fhir.doctor.get(posted?.location ?? ''),
      await fhir.doctor.get('metadata'),
      await fhir.doctor.get('Encounter/none'),
    ]) {
      expect(response.headers).not.toHaveProperty('etag');
    }
  });

  it.each<[string, string, string]>([
    ['POST', '/Encounter', ''],
    ['PUT', '/Condition', ''],
    ['PUT', '/Encounter/1', 'GET, HEAD'],
    ['PATCH', '/Condition/1', 'GET, HEAD'],
    ['DELETE', '/Condition/1', 'GET, HEAD'],
    ['POST', '/metadata', 'GET, HEAD'],
    ['DELETE', '', 'POST'],
  ])('answers 405 to %s of /fhir%s, with what is allowed there', async (method, path, allow) => {
    const response = await fetch(`${fhir.origin}/fhir${path}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    expect(await response.json()).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ code: 'not-supported' }],
    });
  });

  it('says in metadata what is there, and the version of package.json', async () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    const body: unknown = (await fhir.anyone.get('metadata')).body;
    expect(body).toMatchObject({
      resourceType: 'CapabilityStatement',
      fhirVersion: '4.0.1',
      software: { version },
      format: ['json', 'application/fhir+json'],
      rest: [
        {
          mode: 'server',
          security: { cors: false },
          resource: [
            { type: 'Encounter', versioning: 'no-version', interaction: [{ code: 'read' }] },
            { type: 'Condition', versioning: 'no-version', interaction: [{ code: 'read' }] },
          ],
          interaction: [{ code: 'transaction' }, { code: 'batch' }],
        },
      ],
    });
  });
});
