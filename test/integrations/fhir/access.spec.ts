import { z } from 'zod';
import { payload } from '../../support/plain-caller';
import { SigningPortal } from '../../modules/auth/tokens/signing-portal';
import { visit } from './bundles';
import { answers, failure } from './fhir-caller';
import { FhirPlatform } from './fhir-platform';

const recorded = z.object({ data: z.object({ id: z.string() }) });

describe('who may call /fhir', () => {
  let fhir: FhirPlatform;

  beforeAll(async () => {
    fhir = await FhirPlatform.start({ CORS_ORIGINS: 'https://front.example.org' });
  });

  afterAll(async () => {
    await fhir.close();
  });

  it.each(['doctor', 'admin'] as const)('lets a %s record', async (role) => {
    const caller = await fhir.caller({ role, email: `${role}2@example.org` });
    expect(answers(await caller.post(visit()))).toHaveLength(2);
  });

  it.each(['ministry', 'pharmacist', 'user'] as const)('refuses a %s, whatever is sent', async (role) => {
    const caller = await fhir.caller({ role });
    const before = await fhir.totals();
    const expected = {
      status: 403,
      issues: [
        { code: 'forbidden', text: 'You do not have required permission (10002)', expression: undefined },
      ],
    };
    expect(failure(await caller.post(visit()))).toEqual(expected);
    expect(failure(await caller.postText('rubbish', { 'content-type': 'text/plain' }))).toEqual(expected);
    expect(failure(await caller.get('Condition/1'))).toEqual(expected);
    expect(await fhir.totals()).toEqual(before);
  });

  it('refuses who has no session, or one that has ended', async () => {
    const expected = {
      status: 401,
      issues: [{ code: 'login', text: 'Please login (10001)', expression: undefined }],
    };
    expect(failure(await fhir.anyone.post(visit()))).toEqual(expected);
    expect(failure(await fhir.anyone.get('Encounter/1'))).toEqual(expected);
    expect(failure(await fhir.anyone.as('session=none').post(visit()))).toEqual(expected);
    for (const caller of [fhir.anyone, fhir.anyone.as('session=none')]) {
      expect((await caller.get('Encounter/1')).headers).toMatchObject({ 'www-authenticate': 'Bearer' });
    }
  });

  it('refuses a page of another origin, unless CORS_ORIGINS names it', async () => {
    const before = await fhir.totals();
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': site, origin: 'https://evil.example.org' };
      expect(failure(await fhir.doctor.post(visit(), headers))).toMatchObject({ status: 403 });
    }
    expect(await fhir.totals()).toEqual(before);
    const named = { 'sec-fetch-site': 'cross-site', origin: 'https://front.example.org' };
    expect(answers(await fhir.doctor.post(visit(), named))).toHaveLength(2);
  });

  it('files what a doctor records in the doctor’s own country', async () => {
    const caller = await fhir.caller({ role: 'doctor', country: 'TZ', email: 'tz@example.org' });
    const subject = { identifier: { value: 'TZ-1' } };
    answers(await caller.post(visit({ encounter: { subject }, condition: { subject } })));
    expect((await fhir.cases()).filter(({ patient }) => patient === 'TZ-1')).toMatchObject([
      { country: 'TZ' },
    ]);
  });

  it('reads an account its own records only, and an administrator everybody’s', async () => {
    const [encounter, condition] = answers(await fhir.doctor.post(visit())).map(
      ({ location = '' }) => location,
    );
    const input = { patientId: 'P-9', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
    const { id } = recorded.parse(payload(await fhir.plain.post('consultations.record', input))).data;
    const other = await fhir.caller({ role: 'doctor', country: 'KE', email: 'other@example.org' });
    const admin = await fhir.caller({ role: 'admin', email: 'admin@example.org' });
    for (const path of [encounter, condition, `Encounter/${id}`, `Condition/${id}`]) {
      if (path === undefined) throw new Error('an entry without a location');
      expect((await fhir.doctor.get(path)).status).toBe(200);
      expect((await admin.get(path)).status).toBe(200);
      expect(failure(await other.get(path))).toMatchObject({ status: 404, issues: [{ code: 'not-found' }] });
    }
  });

  it('shows metadata to anyone', async () => {
    const metadata = await fhir.anyone.get('metadata');
    expect(metadata.status).toBe(200);
    expect(metadata.body).toMatchObject({ rest: [{ security: { cors: true } }] });
  });
});

describe('a machine that calls /fhir', () => {
  let portal: SigningPortal;
  let fhir: FhirPlatform;

  beforeAll(async () => {
    portal = await SigningPortal.start();
    fhir = await FhirPlatform.start(portal.settings);
  });

  afterAll(async () => {
    await fhir.close();
    await portal.broken.stop();
  });

  const bearer = async (scope: string) => ({
    authorization: `Bearer ${await portal.sign({ claims: { scope } })}`,
  });

  it('records with a doctor’s access token, in the token’s country, and reads it', async () => {
    const headers = await bearer('role:doctor country:UG');
    const [, condition] = answers(await fhir.anyone.post(visit(), headers));
    expect(await fhir.cases()).toMatchObject([{ country: 'UG' }]);
    expect((await fhir.anyone.get(condition?.location ?? '', headers)).status).toBe(200);
  });

  it('is refused with another role, a token that is none, and a cookie beside the token', async () => {
    const before = await fhir.totals();
    expect(failure(await fhir.anyone.post(visit(), await bearer('role:pharmacist')))).toMatchObject({
      status: 403,
      issues: [{ code: 'forbidden' }],
    });
    expect(failure(await fhir.anyone.post(visit(), { authorization: 'Bearer none' }))).toMatchObject({
      status: 401,
      issues: [{ code: 'login' }],
    });
    const none = await fhir.anyone.get('Condition/1', { authorization: 'Bearer none' });
    expect(none.headers).toMatchObject({ 'www-authenticate': 'Bearer error="invalid_token"' });
    expect(failure(await fhir.doctor.post(visit(), await bearer('role:doctor')))).toMatchObject({
      status: 400,
    });
    expect(await fhir.totals()).toEqual(before);
  });
});
