import request from 'supertest';
import { PortalAddressesService } from '../../../../src/modules/auth/portal/portal-addresses.service';
import { startPlatform, suitePlatform } from '../../../support/platform';
import {
  LOGIN_REQUIRED,
  PERMISSION_REQUIRED,
  badRequest,
  failure,
  payload,
} from '../../../support/plain-caller';
import { portalSettings } from '../../../support/portal-settings';
import { testPortal } from '../../../runner/portal';
import { callWithToken, fetchMachineToken, fetchMe } from './call-with-token';

const DATE = '2026-03-14T09:30:00Z';
const CONSULTATION = { patientId: 'P-10482', pathologyName: 'Malaria', consultationDate: DATE };

describe('machine caller', () => {
  const platform = suitePlatform(async () => ({
    ...(await portalSettings()),
    // These apply to people only.
    DEFAULT_ROLE: 'admin',
    ADMIN_EMAILS: 'clinic@example.org',
  }));
  let origin: string;
  let clinic: string;
  let pharmacy: string;

  beforeAll(async () => {
    origin = await platform.listen();
    clinic = await fetchMachineToken('clinic');
    pharmacy = await fetchMachineToken('pharmacy');
  });

  const fetchFailure = async (token: string, ...call: [string, unknown?]) =>
    failure(await callWithToken(platform, token, call));

  it('has the name of its client and the role of its scopes', async () => {
    expect(await fetchMe(platform, clinic)).toEqual({
      id: expect.any(String) as unknown,
      email: '',
      name: 'clinic',
      role: 'doctor',
    });
    expect(await fetchMe(platform, pharmacy)).toMatchObject({ name: 'pharmacy', role: 'pharmacist' });
  });

  it('records a consultation with its country and account', async () => {
    const recorded = payload(await callWithToken(platform, clinic, ['consultations.record', CONSULTATION]));
    expect(recorded).toMatchObject({ success: true, data: { patientId: 'P-10482' } });
    const rows: unknown = await platform.database.query(
      `SELECT c.country, a.subject FROM consultation c JOIN account a ON a.id = c.recorded_by`,
    );
    expect(rows).toEqual([{ country: 'KE', subject: 'clinic' }]);
  });

  it('records a consultation from any origin: a page cannot use the token of another one', async () => {
    const record = (headers: Record<string, string>) =>
      request(platform.server)
        .post('/api/trpc/consultations.record')
        .set({ origin: 'https://partner.example', 'sec-fetch-site': 'cross-site', ...headers })
        .send({ 0: { json: CONSULTATION } });
    expect(payload(await record({ authorization: `Bearer ${clinic}` }))).toMatchObject({ success: true });
    const cookie = await platform.session({ role: 'doctor' });
    expect(failure(await record({ cookie }))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  it('returns 403 if a pharmacist records a consultation', async () => {
    expect(await fetchFailure(pharmacy, 'consultations.record', CONSULTATION)).toEqual(PERMISSION_REQUIRED);
  });

  it('records sales only as a pharmacist and in its own country', async () => {
    const sale = { medicationName: 'Paracetamol', soldAt: DATE, units: 20 };
    const saleIn = (country: string) =>
      ['health.recordMedicationSales', { sales: [{ ...sale, country }] }] as const;
    payload(await callWithToken(platform, pharmacy, saleIn('KE')));
    expect(await fetchFailure(pharmacy, ...saleIn('UG'))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await fetchFailure(clinic, ...saleIn('KE'))).toEqual(PERMISSION_REQUIRED);
  });

  it('returns 403 if a doctor reads statistics', async () => {
    expect(await fetchFailure(clinic, 'health.pathologyStats', { year: 2026 })).toEqual(PERMISSION_REQUIRED);
  });

  it('gets only scopes of its client, and has the role user without any', async () => {
    await expect(fetchMachineToken('clinic', { scope: 'role:admin' })).rejects.toThrow('status 400');
    const unscoped = await fetchMachineToken('clinic', { scope: 'country:KE' });
    expect(await fetchMe(platform, unscoped)).toMatchObject({ name: 'clinic', role: 'user' });
    expect(await fetchFailure(unscoped, 'consultations.record', CONSULTATION)).toEqual(PERMISSION_REQUIRED);
    const fewerScopes = await fetchMachineToken('clinic', { scope: 'role:doctor' });
    expect(await fetchMe(platform, fewerScopes)).toMatchObject({ role: 'doctor' });
  });

  it('returns 401 for a token for another application', async () => {
    const otherAudience = await fetchMachineToken('clinic', { resource: 'http://localhost:3999' });
    expect(await fetchFailure(otherAudience, 'specialties.list')).toEqual(LOGIN_REQUIRED);
  });

  it('does not share the account of a person with the same subject', async () => {
    const { issuer } = await testPortal();
    await platform.database.query(
      `INSERT INTO account (issuer, subject, email, name, role) VALUES ($1, 'clinic', 'clinic@example.org', 'A person', 'admin')`,
      [issuer],
    );
    const me = await fetchMe(platform, await fetchMachineToken('clinic'));
    expect(me).toMatchObject({ name: 'clinic', role: 'doctor' });
  });

  it('returns 400 for a token together with a session cookie, valid or not', async () => {
    const cookie = await platform.session({ role: 'doctor' });
    const message = 'send the session cookie or an Authorization header with a Bearer token, not both';
    for (const authorization of [`Bearer ${clinic}`, 'Bearer rubbish', 'bearer']) {
      for (const presented of [cookie, 'session=rubbish']) {
        const headers = { authorization, cookie: presented };
        const response = await request(platform.server).get('/api/trpc/specialties.list').set(headers);
        expect(failure(response)).toEqual(badRequest(message));
      }
    }
  });

  it('may send other cookies than the session', async () => {
    const response = await request(platform.server)
      .get('/api/trpc/auth.me')
      .set({ authorization: `Bearer ${clinic}`, cookie: 'theme=dark; session=' });
    expect(payload(response)).toMatchObject({ name: 'clinic' });
  });

  it.each(['Basic Y2xpbmljOmNsaW5pYy1kZW1v', 'Digest username="x"', 'Token abc', 'Bearertoken', 'DPoP abc'])(
    'is not identified by another Authorization scheme: %s',
    async (authorization) => {
      const cookie = await platform.session({ role: 'doctor' });
      const call = (headers: Record<string, string>) =>
        request(platform.server).get('/api/trpc/auth.me').set(headers);
      expect(failure(await call({ authorization }))).toEqual(LOGIN_REQUIRED);
      expect(payload(await call({ authorization, cookie }))).toMatchObject({ role: 'doctor' });
      await request(platform.server).get('/api/trpc/specialties.list').set({ authorization }).expect(200);
    },
  );

  it('returns 400 for a logout', async () => {
    expect(await fetchFailure(clinic, 'auth.logout')).toEqual(
      badRequest('a token has no session to end: it expires by itself'),
    );
  });

  it('can send batches', async () => {
    const batch = (token: string) =>
      request(platform.server)
        .get('/api/trpc/auth.me,health.pathologyStats')
        .query({ batch: 1, input: JSON.stringify({ 1: { json: { year: 2026 } } }) })
        .set('Authorization', `Bearer ${token}`);
    const good = await batch(clinic).expect(207);
    expect(good.body).toMatchObject([
      { result: { data: { json: { name: 'clinic' } } } },
      { error: { json: { code: 'FORBIDDEN' } } },
    ]);
    const bad = await batch('rubbish').expect(401);
    expect(bad.headers['www-authenticate']).toContain('error="invalid_token"');
    const error = { json: { code: 'UNAUTHORIZED', message: 'Please login (10001)' } };
    expect(bad.body).toMatchObject([{ error }, { error }]);
  });

  it('can receive streamed responses', async () => {
    const stream = async (token: string, cookie?: string) => {
      const accept = { 'trpc-accept': 'application/jsonl', authorization: `Bearer ${token}` };
      const headers = { ...accept, ...(cookie !== undefined && { cookie }) };
      return (await fetch(`${origin}/api/trpc/auth.me?batch=1&input=%7B%7D`, { headers })).text();
    };
    expect(await stream(clinic)).toContain('"name":"clinic"');
    expect(await stream('rubbish')).toContain('Please login (10001)');
    expect(await stream('rubbish')).not.toContain('"name"');
    expect(await stream(clinic, 'session=x')).toContain('not both');
  });

  it.each(['/dashboard', '/'])('is not redirected to the login by %s', async (path) => {
    const page = (authorization: string) =>
      request(platform.server).get(path).set({ authorization }).redirects(0);
    const refused = await page('Bearer rubbish');
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
    expect(refused.headers.location).toBeUndefined();
    const taken = await page(`Bearer ${clinic}`);
    expect(taken.status).toBe(path === '/' ? 200 : 403);
  });

  it('gets its tokens at the discovered token endpoint', async () => {
    const addresses = platform.app.get(PortalAddressesService, { strict: false });
    expect(await addresses.findTokenEndpoint()).toBe(`${(await testPortal()).issuer}/token`);
  });

  it('does not log its token', () => {
    const log = platform.logLines.join('');
    expect(log).not.toContain('eyJ');
    expect(log).not.toContain('rubbish');
  });
});

describe('PortalAddressesService.findTokenEndpoint', () => {
  const findEndpoint = async (settings: Record<string, string>) => {
    const platform = await startPlatform(settings);
    const startedAt = performance.now();
    const endpoint = await platform.app.get(PortalAddressesService, { strict: false }).findTokenEndpoint();
    await platform.close();
    return { endpoint, isFast: performance.now() - startedAt < 5_000 };
  };

  it('returns null if the portal is down', async () => {
    const found = await findEndpoint({ OAUTH_ISSUER: 'http://127.0.0.1:1' });
    expect(found).toEqual({ endpoint: null, isFast: true });
  });

  it('returns the configured address if the portal is down', async () => {
    const OAUTH_TOKEN_URL = 'http://keycloak:8080/token';
    expect(await findEndpoint({ OAUTH_TOKEN_URL })).toEqual({ endpoint: OAUTH_TOKEN_URL, isFast: true });
    const OAUTH_PUBLIC_TOKEN_URL = 'https://login.example/token';
    const found = await findEndpoint({ OAUTH_TOKEN_URL, OAUTH_PUBLIC_TOKEN_URL });
    expect(found).toEqual({ endpoint: OAUTH_PUBLIC_TOKEN_URL, isFast: true });
  });
});
