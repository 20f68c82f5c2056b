import { z } from 'zod';
import { payload } from '../../support/plain-caller';
import { SigningPortal } from '../../modules/auth/tokens/signing-portal';
import { encounterBundle } from './bundles';
import { failureWith, readEntries, readFailure } from './fhir-caller';
import { suiteFhir } from './fhir-platform';

const recordedSchema = z.object({ data: z.object({ id: z.string() }) });

describe('access to /fhir', () => {
  const fhir = suiteFhir({ CORS_ORIGINS: 'https://front.example.org' });

  it.each(['doctor', 'admin'] as const)('lets a %s record Bundles', async (role) => {
    const caller = await fhir.createCaller({ role });
    expect(readEntries(await caller.post(encounterBundle()))).toHaveLength(2);
  });

  it.each(['ministry', 'pharmacist', 'user'] as const)(
    'returns 403 to a %s for every request',
    async (role) => {
      const caller = await fhir.createCaller({ role });
      const before = await fhir.countRows();
      const expected = {
        status: 403,
        issues: [
          { code: 'forbidden', text: 'You do not have required permission (10002)', expression: undefined },
        ],
      };
      expect(readFailure(await caller.post(encounterBundle()))).toEqual(expected);
      expect(readFailure(await caller.postText('no JSON', { 'content-type': 'text/plain' }))).toEqual(
        expected,
      );
      expect(readFailure(await caller.get('Condition/1'))).toEqual(expected);
      expect(await fhir.countRows()).toEqual(before);
    },
  );

  it('returns 401 without a session, and with an invalid one', async () => {
    const expected = {
      status: 401,
      issues: [{ code: 'login', text: 'Please login (10001)', expression: undefined }],
    };
    expect(readFailure(await fhir.anonymous.post(encounterBundle()))).toEqual(expected);
    expect(readFailure(await fhir.anonymous.get('Encounter/1'))).toEqual(expected);
    expect(readFailure(await fhir.anonymous.as('session=none').post(encounterBundle()))).toEqual(expected);
    for (const caller of [fhir.anonymous, fhir.anonymous.as('session=none')]) {
      expect((await caller.get('Encounter/1')).headers).toMatchObject({
        'www-authenticate': 'Bearer realm="Africa Health Platform"',
      });
    }
  });

  it('returns 403 to a page of another origin, unless CORS_ORIGINS has it', async () => {
    const before = await fhir.countRows();
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': site, origin: 'https://evil.example.org' };
      expect(readFailure(await fhir.doctor.post(encounterBundle(), headers))).toMatchObject({ status: 403 });
    }
    expect(await fhir.countRows()).toEqual(before);
    const allowed = { 'sec-fetch-site': 'cross-site', origin: 'https://front.example.org' };
    expect(readEntries(await fhir.doctor.post(encounterBundle(), allowed))).toHaveLength(2);
  });

  it('records cases in the doctor’s own country', async () => {
    const caller = await fhir.createCaller({ role: 'doctor', country: 'TZ' });
    const subject = { identifier: { value: 'TZ-1' } };
    readEntries(await caller.post(encounterBundle({ encounter: { subject }, condition: { subject } })));
    expect((await fhir.listCases()).filter(({ patient }) => patient === 'TZ-1')).toMatchObject([
      { country: 'TZ' },
    ]);
  });

  it('returns an account its own resources, and an administrator those of the country', async () => {
    const [encounter, condition] = await fhir.doctor.postForLocations(encounterBundle());
    const input = { patientId: 'P-9', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' };
    const { id } = recordedSchema.parse(payload(await fhir.trpc.post('consultations.record', input))).data;
    const admins = [
      await fhir.createCaller({ role: 'admin', country: 'KE' }),
      await fhir.createCaller({ role: 'admin', country: '*' }),
    ];
    const others = [
      await fhir.createCaller({ role: 'doctor', country: 'KE' }),
      await fhir.createCaller({ role: 'admin', country: 'TZ' }),
      await fhir.createCaller({ role: 'admin' }),
    ];
    for (const path of [encounter, condition, `Encounter/${id}`, `Condition/${id}`]) {
      if (path === undefined) throw new Error('an entry without a location');
      expect((await fhir.doctor.get(path)).status).toBe(200);
      for (const admin of admins) expect((await admin.get(path)).status).toBe(200);
      for (const other of others)
        expect(readFailure(await other.get(path))).toMatchObject(failureWith(404, 'not-found'));
    }
  });

  it('returns metadata to an anonymous caller', async () => {
    const metadata = await fhir.anonymous.get('metadata');
    expect(metadata.status).toBe(200);
    expect(metadata.body).toMatchObject({ rest: [{ security: { cors: true } }] });
  });
});

describe('access to /fhir by token', () => {
  let portal: SigningPortal;
  beforeAll(async () => {
    portal = await SigningPortal.start();
  });
  const fhir = suiteFhir(() => portal.settings);
  afterAll(() => portal.stop());

  const bearer = async (scope: string) => ({
    authorization: `Bearer ${await portal.sign({ claims: { scope } })}`,
  });

  it('records and reads with a doctor’s token, in the token’s country', async () => {
    const headers = await bearer('role:doctor country:UG');
    const [, condition] = readEntries(await fhir.anonymous.post(encounterBundle(), headers));
    expect(await fhir.listCases()).toMatchObject([{ country: 'UG' }]);
    expect((await fhir.anonymous.get(condition?.location ?? '', headers)).status).toBe(200);
  });

  it('refuses a token of another role, an invalid token, and a token with a cookie', async () => {
    const before = await fhir.countRows();
    expect(
      readFailure(await fhir.anonymous.post(encounterBundle(), await bearer('role:pharmacist'))),
    ).toMatchObject(failureWith(403, 'forbidden'));
    expect(
      readFailure(await fhir.anonymous.post(encounterBundle(), { authorization: 'Bearer none' })),
    ).toMatchObject(failureWith(401, 'login'));
    const invalidToken = await fhir.anonymous.get('Condition/1', { authorization: 'Bearer none' });
    expect(invalidToken.headers).toMatchObject({
      'www-authenticate': expect.stringContaining('error="invalid_token"') as string,
    });
    const doctorToken = await bearer('role:doctor');
    expect(readFailure(await fhir.doctor.post(encounterBundle(), doctorToken)).status).toBe(400);
    expect(await fhir.countRows()).toEqual(before);
  });
});
