import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { z } from 'zod';
import { eraseBody } from '../../../src/integrations/subjects/erase-responses';
import { eraseSubject } from '../../../src/integrations/subjects/subject-erase.command';
import { ListeningSuite } from '../../support/listening-suite';
import { runInProcess } from '../../support/run-command';
import { ICD_10, encounterBundle } from '../fhir/bundles';
import { FhirCaller, bundleSchema, readEntries } from '../fhir/fhir-caller';

/** Stands for a name in every text of a resource, and appears nowhere else. */
const NAME = 'Wanjiru Kamau';
const CLINICAL = 'http://terminology.hl7.org/CodeSystem/condition-clinical';
const VERIFICATION = 'http://terminology.hl7.org/CodeSystem/condition-ver-status';
const CATEGORY = 'http://terminology.hl7.org/CodeSystem/condition-category';
const ACT = 'http://terminology.hl7.org/CodeSystem/v3-ActCode';

const named = (system: string, code: string) => ({
  coding: [
    { system, code, display: `for ${NAME}`, version: `of ${NAME}` },
    { code: NAME, display: NAME },
  ],
  text: `note on ${NAME}`,
});

const storedSchema = z.tuple([z.object({ content: z.unknown() })]);

describe('FHIR resources of an erased patient', () => {
  const here = new ListeningSuite();
  let cookie: string;
  let patientId: string;
  let origin: string;

  beforeEach(async () => {
    cookie = await here.platform.session({ role: 'doctor', country: 'KE' });
    origin = (await here.platform.app.getUrl()).replace('[::1]', '127.0.0.1');
    patientId = `P-${randomUUID()}`;
  });

  const bundleWithTexts = () => {
    const subject = { identifier: { system: 'http://clinic.example.org/patients', value: patientId } };
    const identifier = [{ system: 'urn:visits', value: `${NAME} ${patientId}`, type: { text: NAME } }];
    return encounterBundle({
      encounter: {
        subject,
        identifier,
        class: { system: ACT, code: 'AMB', display: `with ${NAME}`, version: NAME },
      },
      condition: {
        subject,
        identifier,
        clinicalStatus: named(CLINICAL, 'active'),
        verificationStatus: named(VERIFICATION, 'confirmed'),
        category: [named(CATEGORY, 'encounter-diagnosis'), { text: NAME }],
        code: named(ICD_10, 'B54'),
      },
    });
  };

  const erase = () =>
    runInProcess(eraseSubject, here.database, { args: [patientId, '--country', 'KE', '--confirm'] });

  const contentOf = async (table: 'fhir_encounter' | 'fhir_condition', id: string) =>
    storedSchema.parse(
      await here.database.query(
        `SELECT content FROM ${table} WHERE ${table === 'fhir_encounter' ? 'id' : 'consultation_id'} = $1`,
        [id],
      ),
    )[0].content;

  it('keep their codes, and no text, display, version or identifier', async () => {
    const fhir = new FhirCaller(origin, cookie);
    const [encounter = '', condition = ''] = await fhir.postForLocations(bundleWithTexts());
    const { output } = await erase();
    expect(output).not.toContain('pathologies');
    expect(await contentOf('fhir_encounter', encounter.replace('Encounter/', ''))).toEqual({
      status: 'finished',
      class: { system: ACT, code: 'AMB' },
      start: '2026-03-14T09:30:00Z',
      patientSystem: 'http://clinic.example.org/patients',
    });
    expect(await contentOf('fhir_condition', condition.replace('Condition/', ''))).toEqual({
      clinicalStatus: { coding: [{ system: CLINICAL, code: 'active' }] },
      verificationStatus: { coding: [{ system: VERIFICATION, code: 'confirmed' }] },
      category: [{ coding: [{ system: CATEGORY, code: 'encounter-diagnosis' }] }],
      code: { coding: [{ system: ICD_10, code: 'B54' }] },
    });
    // They are still valid FHIR, which `get` checks.
    for (const path of [encounter, condition]) {
      const response = await fhir.get(path);
      const { status } = response;
      const body: unknown = response.body;
      expect({ status, hasName: JSON.stringify(body).includes(NAME) }).toEqual({
        status: 200,
        hasName: false,
      });
    }
  });

  it('have no text that the pathology was made of; its name is reported to the operator', async () => {
    const fhir = new FhirCaller(origin, cookie);
    const subject = { identifier: { value: patientId } };
    const code = { text: `Fever of ${NAME}` };
    const [, condition = ''] = await fhir.postForLocations(
      encounterBundle({ encounter: { subject, class: { code: 'AMB' } }, condition: { subject, code } }),
    );
    expect((await erase()).output).toContain(`see that none names a person: "Fever of ${NAME}".`);
    expect(await contentOf('fhir_condition', condition.replace('Condition/', ''))).toEqual({ code: {} });
    expect((await fhir.get(condition)).status).toBe(200);
  });

  it('are left out of the response that is stored for retries, which stays valid', async () => {
    const fhir = new FhirCaller(origin, cookie);
    const headers = { 'idempotency-key': randomUUID(), prefer: 'return=representation' };
    const bundle = bundleWithTexts();
    const first = await fhir.post(bundle, headers);
    expect(JSON.stringify(first.body)).toContain(NAME);
    await erase();
    const second = await fhir.post(bundle, headers);
    expect(second.headers).toMatchObject({ 'idempotency-replayed': 'true' });
    const text = JSON.stringify(second.body);
    expect({ name: text.includes(NAME), number: text.includes(patientId) }).toEqual({
      name: false,
      number: false,
    });
    expect(readEntries(second)).toEqual(readEntries(first));
    expect(bundleSchema.parse(second.body).entry.map(({ resource }) => resource)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('leave other patients in a stored response of many consultations', async () => {
    const key = randomUUID();
    const input = [patientId, `other-${patientId}`].map((each, index) => ({
      patientId: each,
      externalId: `${each}-visit-${index}`,
      pathologyName: 'Malaria',
      consultationDate: '2026-03-14T09:30:00Z',
    }));
    const send = async () =>
      request(origin)
        .post('/api/trpc/consultations.recordMany')
        .set({ cookie, 'idempotency-key': key })
        .send({ 0: { json: { consultations: input } } })
        .expect(200);
    await send();
    await erase();
    const { text } = await send();
    expect(text).toContain(`"patientId":"other-${patientId}","`);
    expect(text).toContain(`"externalId":"other-${patientId}-visit-1"`);
    expect(text).not.toContain(`"${patientId}`);
    expect(text).toContain('"externalId":null');
  });
});

describe('eraseBody', () => {
  const id = '01900000-0000-7000-8000-000000000001';
  const erase = (value: unknown, quoted: readonly string[] = []): unknown =>
    JSON.parse(
      eraseBody(JSON.stringify(value), {
        numbers: new Map([[id, 'erased-1']]),
        quoted,
        replacement: 'erased-1',
      }),
    );

  it('erases the reason of a void', () => {
    expect(erase({ data: { id, reason: 'Wanjiru', voidedAt: 't' } })).toEqual({
      data: { id, reason: 'erased', voidedAt: 't' },
    });
  });

  it('erases texts that a message quotes, and no others', () => {
    const message = 'externalId: "KE" was recorded before with another patientId';
    expect(erase([{ message, country: 'KE' }], ['KE'])).toEqual([
      { message: message.replace('KE', 'erased-1'), country: 'KE' },
    ]);
  });

  it('keeps other records', () => {
    const other = { id: 'other', patientId: 'P-1', externalId: 'x', resource: { id: 'other' } };
    expect(erase({ list: [other, null, 1] })).toEqual({ list: [other, null, 1] });
  });
});
