import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { payload } from '../../support/plain-caller';
import { ICD_10, bundleOf, encounterBundle, entry, readBundleFile } from './bundles';
import { failureWith, readFailure } from './fhir-caller';
import { suiteFhir } from './fhir-platform';

const recordedSchema = z.object({ data: z.object({ id: z.string() }) });

describe('GET of recorded resources', () => {
  const fhir = suiteFhir();

  it('returns codings as sent, and the code that the case counts under', async () => {
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
    const bundle = encounterBundle({ condition: { code: { coding, text: 'Malaria (disorder)' } } });
    const [, condition = ''] = await fhir.doctor.postForLocations(bundle);
    const body: unknown = (await fhir.doctor.get(condition)).body;
    expect(body).toMatchObject({ code: { text: 'Malaria (disorder)' } });
    const codings = z.object({ code: z.object({ coding: z.array(z.unknown()) }) }).parse(body).code.coding;
    expect(codings.slice(0, 3)).toEqual(coding);
    expect(codings[3]).toEqual({ system: ICD_10, code: 'B54', display: 'Malaria' });
  });

  it('returns the ICD-11 code if the pathology has one', async () => {
    const code = { coding: [{ system: ICD_10, code: 'B50.9' }] };
    const [, condition = ''] = await fhir.doctor.postForLocations(encounterBundle({ condition: { code } }));
    const name = 'Plasmodium falciparum malaria';
    expect((await fhir.doctor.get(condition)).body).toMatchObject({
      code: {
        coding: [
          { system: ICD_10, code: 'B50.9' },
          { system: 'http://id.who.int/icd/release/11/mms', code: '1F40', display: name },
        ],
        text: name,
      },
    });
  });

  it('returns resources that were stored under other limits than those of new resources', async () => {
    const [encounter = '', condition = ''] = await fhir.doctor.postForLocations(encounterBundle());
    const identifier = Array.from({ length: 60 }, () => ({ value: 'x'.repeat(3_000) }));
    const content = JSON.stringify({ identifier, status: 'discharged' });
    for (const table of ['fhir_encounter', 'fhir_condition'])
      await fhir.platform.database.query(`UPDATE ${table} SET content = content || $1`, [content]);
    const stored = await fhir.doctor.get(encounter);
    expect(stored.body).toMatchObject({ status: 'discharged', identifier });
    expect((await fhir.doctor.get(condition)).body).toMatchObject({ identifier });
  });

  it('returns an Encounter with its Conditions, and no names of people', async () => {
    const locations = await fhir.doctor.postForLocations(readBundleFile('openmrs.json'));
    const [, encounter = '', malaria = '', asthma = ''] = locations;
    const response = await fhir.doctor.get(encounter);
    expect(response.body).toEqual({
      resourceType: 'Encounter',
      id: encounter.replace('Encounter/', ''),
      meta: { lastUpdated: expect.any(String) as string },
      status: 'unknown',
      class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
      subject: { type: 'Patient', identifier: { value: '100HNY' } },
      period: { start: '2026-03-10T11:30:00+03:00' },
      diagnosis: [malaria, asthma].map((reference) => ({ condition: { reference } })),
    });
    expect(JSON.stringify((await fhir.doctor.get(malaria)).body)).not.toContain('Otieno');
    const [{ dump }] = await fhir.platform.database.query<[{ dump: string }]>(
      `SELECT (SELECT jsonb_agg(e) FROM fhir_encounter e)::text || (SELECT jsonb_agg(f) FROM fhir_condition f)::text AS dump`,
    );
    expect(dump).not.toContain('Otieno');
    expect(fhir.platform.logLines.join('')).not.toMatch(/Otieno|100HNY/);
  });

  it('returns resources that were recorded before the account moved to another country', async () => {
    const moveAccount = (country: string) =>
      fhir.platform.database.query('UPDATE account SET country = $1', [country]);
    const locations = await fhir.doctor.postForLocations(encounterBundle());
    await moveAccount('UG');
    for (const location of locations) expect((await fhir.doctor.get(location)).status).toBe(200);
    await moveAccount('KE');
  });

  it('returns identifiers, and the system of the patient’s number', async () => {
    const identifier = [{ use: 'official', system: 'urn:v', value: '7' }];
    const bundle = encounterBundle({ encounter: { identifier }, condition: { identifier } });
    const [encounter = '', condition = ''] = await fhir.doctor.postForLocations(bundle);
    const subject = {
      type: 'Patient',
      identifier: { system: 'http://clinic.example.org/patients', value: 'P-1' },
    };
    expect((await fhir.doctor.get(encounter)).body).toMatchObject({ identifier, subject });
    const expected = { identifier, subject, encounter: { reference: encounter } };
    expect((await fhir.doctor.get(condition)).body).toMatchObject(expected);
  });

  it('returns a consultation recorded by tRPC as an Encounter and a Condition with the same id', async () => {
    const input = {
      patientId: 'P-9',
      pathologyName: 'Malaria',
      consultationDate: '2026-03-14T09:30:00Z',
      externalId: 'clinic-7/1',
    };
    const { id } = recordedSchema.parse(payload(await fhir.trpc.post('consultations.record', input))).data;
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
    const newPathology = { ...input, pathologyName: 'Homa ya ziwa', externalId: undefined };
    const other = recordedSchema.parse(
      payload(await fhir.trpc.post('consultations.record', newPathology)),
    ).data;
    expect((await fhir.doctor.get(`Condition/${other.id}`)).body).toMatchObject({
      code: { text: 'Homa ya ziwa' },
    });
  });

  it('returns voided consultations as entered in error', async () => {
    const clinicalStatus = {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }],
    };
    const bundle = encounterBundle({ condition: { clinicalStatus } });
    const [encounter = '', condition = ''] = await fhir.doctor.postForLocations(bundle);
    expect((await fhir.doctor.get(condition)).body).toMatchObject({ clinicalStatus });
    const id = condition.replace('Condition/', '');
    payload(await fhir.trpc.post('consultations.void', { id, reason: 'Another patient' }));
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
  ])('returns 404 for an unknown address: %s', async (path) => {
    expect(readFailure(await fhir.doctor.get(path))).toMatchObject(failureWith(404, 'not-found'));
  });

  it('returns 406 unless the caller accepts JSON', async () => {
    for (const headers of [{ accept: 'application/fhir+xml' }, { accept: 'text/turtle' }]) {
      expect(readFailure(await fhir.doctor.get('metadata', headers))).toMatchObject({ status: 406 });
      expect(
        readFailure(await fhir.doctor.post(bundleOf([entry({ resourceType: 'Claim' })]), headers)),
      ).toMatchObject({ status: 406 });
    }
    expect(readFailure(await fhir.doctor.get('metadata?_format=xml'))).toMatchObject({ status: 406 });
    for (const accept of ['*/*', 'application/json', 'application/fhir+json; fhirVersion=4.0']) {
      expect((await fhir.doctor.get('metadata?_format=json', { accept })).status).toBe(200);
    }
  });

  it('respects the weights in the Accept header', async () => {
    for (const accept of ['text/html, application/*;q=0.1', 'application/fhir+json;q=0.5, application/xml']) {
      expect((await fhir.doctor.get('metadata', { accept })).status).toBe(200);
    }
    for (const accept of ['application/json;q=0', 'application/json-patch+json', 'application/jsonld']) {
      expect((await fhir.doctor.get('metadata', { accept })).status).toBe(406);
    }
  });

  it('sends no ETag', async () => {
    const [encounter = ''] = await fhir.doctor.postForLocations(encounterBundle());
    for (const path of [encounter, 'metadata', 'Encounter/none']) {
      expect((await fhir.doctor.get(path)).headers).not.toHaveProperty('etag');
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
  ])('returns 405 with the allowed methods for %s /fhir%s', async (method, path, allow) => {
    const response = await fetch(`${fhir.origin}/fhir${path}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    expect(await response.json()).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ code: 'not-supported' }],
    });
  });

  it('metadata has the supported interactions and the version of package.json', async () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    const body: unknown = (await fhir.anonymous.get('metadata')).body;
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
