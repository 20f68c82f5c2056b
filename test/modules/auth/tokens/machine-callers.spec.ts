import request from 'supertest';
import { findMachine } from '../../../../dev/portal/machines';
import { requestToken } from '../../../../dev/portal/machine-token';
import { PortalAddresses } from '../../../../src/modules/auth/portal/portal-addresses.service';
import { type Platform, startPlatform } from '../../../support/platform';
import {
  LOGIN_REQUIRED,
  PERMISSION_REQUIRED,
  badRequest,
  failure,
  payload,
} from '../../../support/plain-caller';
import { startPortalPlatform } from '../../../support/portal-platform';
import { testPortal } from '../../../runner/portal';
import { callWith, meOf } from './bearer-caller';

const CONSULTATION = {
  patientId: 'P-10482',
  pathologyName: 'Malaria',
  consultationDate: '2026-03-14T09:30:00Z',
};

describe('a machine as a caller', () => {
  let platform: Platform;
  let origin: string;
  let clinic: string;
  let pharmacy: string;

  /** A token of a machine of the embedded portal. */
  const tokenOf = async (
    clientId: string,
    wish: Parameters<typeof requestToken>[2] = {},
  ): Promise<string> => {
    const machine = findMachine(clientId);
    if (!machine) throw new Error(`there is no ${clientId}`);
    return requestToken((await testPortal()).issuer, machine, wish);
  };

  beforeAll(async () => {
    platform = await startPortalPlatform({
      // None of these is for machines.
      DEFAULT_ROLE: 'admin',
      ADMIN_EMAILS: 'clinic@example.org',
    });
    origin = await platform.listen();
    clinic = await tokenOf('clinic');
    pharmacy = await tokenOf('pharmacy');
  });

  afterAll(async () => {
    await platform.close();
  });

  const failed = async (token: string, ...call: [string, unknown?]) =>
    failure(await callWith(platform, token, call));

  it('is known by its client, with the role of its scopes', async () => {
    expect(await meOf(platform, clinic)).toEqual({
      id: expect.any(String) as unknown,
      email: '',
      name: 'clinic',
      role: 'doctor',
    });
    expect(await meOf(platform, pharmacy)).toMatchObject({ name: 'pharmacy', role: 'pharmacist' });
  });

  it('records a consultation as a doctor, under its country and its own account', async () => {
    const recorded = payload(await callWith(platform, clinic, ['consultations.record', CONSULTATION]));
    expect(recorded).toMatchObject({ success: true, data: { patientId: 'P-10482' } });
    const rows: unknown = await platform.database.query(
      `SELECT c.country, a.subject FROM consultation c JOIN account a ON a.id = c.recorded_by`,
    );
    expect(rows).toEqual([{ country: 'KE', subject: 'clinic' }]);
  });

  it('may not record one as a pharmacist', async () => {
    expect(await failed(pharmacy, 'consultations.record', CONSULTATION)).toEqual(PERMISSION_REQUIRED);
  });

  it('records sales as a pharmacist, in its own country and no other', async () => {
    const sale = { medicationName: 'Paracetamol', soldAt: '2026-03-14T09:30:00Z', units: 20 };
    const sell = (country: string) =>
      ['health.recordMedicationSales', { sales: [{ ...sale, country }] }] as const;
    payload(await callWith(platform, pharmacy, sell('KE')));
    expect(await failed(pharmacy, ...sell('UG'))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await failed(clinic, ...sell('KE'))).toEqual(PERMISSION_REQUIRED);
  });

  it('reads no statistics as a doctor', async () => {
    expect(await failed(clinic, 'health.pathologyStats', { year: 2026 })).toEqual(PERMISSION_REQUIRED);
  });

  it('gets no scope that its client was not given, and is a user without any', async () => {
    const wished = await tokenOf('clinic', { scope: 'role:admin country:*' });
    expect(await meOf(platform, wished)).toMatchObject({ name: 'clinic', role: 'user' });
    expect(await failed(wished, 'consultations.record', CONSULTATION)).toEqual(PERMISSION_REQUIRED);
    const less = await tokenOf('clinic', { scope: 'role:doctor' });
    expect(await meOf(platform, less)).toMatchObject({ role: 'doctor' });
  });

  it('is refused with a token that the portal issued for another application', async () => {
    const elsewhere = await tokenOf('clinic', { resource: 'http://localhost:3999' });
    expect(await failed(elsewhere, 'specialties.list')).toEqual(LOGIN_REQUIRED);
  });

  it('is nobody’s account who signs in with a browser under the same name', async () => {
    const { issuer } = await testPortal();
    await platform.database.query(
      `INSERT INTO account (issuer, subject, email, name, role) VALUES ($1, 'clinic', 'clinic@example.org', 'A person', 'admin')`,
      [issuer],
    );
    expect(await meOf(platform, await tokenOf('clinic'))).toMatchObject({ name: 'clinic', role: 'doctor' });
  });

  it('may not send a cookie too, be they good or bad', async () => {
    const cookie = await platform.session({ role: 'doctor' });
    const both = badRequest(
      'send the session cookie or an Authorization header with a Bearer token, not both',
    );
    for (const authorization of [`Bearer ${clinic}`, 'Bearer rubbish', 'bearer']) {
      for (const presented of [cookie, 'session=rubbish']) {
        const response = await request(platform.server)
          .get('/api/trpc/specialties.list')
          .set({ authorization, cookie: presented });
        expect(failure(response)).toEqual(both);
      }
    }
  });

  it('may send cookies that are none of a session', async () => {
    const response = await request(platform.server)
      .get('/api/trpc/auth.me')
      .set({ authorization: `Bearer ${clinic}`, cookie: 'theme=dark; session=' });
    expect(payload(response)).toMatchObject({ name: 'clinic' });
  });

  it.each(['Basic Y2xpbmljOmNsaW5pYy1kZW1v', 'Digest username="x"', 'Token abc', 'Bearertoken', 'DPoP abc'])(
    'is a stranger by another scheme, which may be a proxy’s: %s',
    async (authorization) => {
      const cookie = await platform.session({ role: 'doctor' });
      const call = (headers: Record<string, string>) =>
        request(platform.server).get('/api/trpc/auth.me').set(headers);
      expect(failure(await call({ authorization }))).toEqual(LOGIN_REQUIRED);
      expect(payload(await call({ authorization, cookie }))).toMatchObject({ role: 'doctor' });
      await request(platform.server).get('/api/trpc/specialties.list').set({ authorization }).expect(200);
    },
  );

  it('has no session to end', async () => {
    expect(await failed(clinic, 'auth.logout')).toEqual(
      badRequest('a token has no session to end: it expires by itself'),
    );
  });

  it('calls in batches', async () => {
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
    expect(bad.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(bad.body).toMatchObject([
      { error: { json: { code: 'UNAUTHORIZED', message: 'Please login (10001)' } } },
      { error: { json: { code: 'UNAUTHORIZED', message: 'Please login (10001)' } } },
    ]);
  });

  it('calls with streamed answers', async () => {
    const stream = async (token: string, cookie?: string) => {
      const response = await fetch(`${origin}/api/trpc/auth.me?batch=1&input=%7B%7D`, {
        headers: {
          'trpc-accept': 'application/jsonl',
          authorization: `Bearer ${token}`,
          ...(cookie === undefined ? {} : { cookie }),
        },
      });
      return response.text();
    };
    expect(await stream(clinic)).toContain('"name":"clinic"');
    expect(await stream('rubbish')).toContain('Please login (10001)');
    expect(await stream('rubbish')).not.toContain('"name"');
    expect(await stream(clinic, 'session=x')).toContain('not both');
  });

  it.each(['/dashboard', '/'])('is never led to a login by %s', async (path) => {
    const page = (authorization: string) =>
      request(platform.server).get(path).set({ authorization }).redirects(0);
    const refused = await page('Bearer rubbish');
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(refused.headers.location).toBeUndefined();
    const taken = await page(`Bearer ${clinic}`);
    expect(taken.status).toBe(path === '/' ? 200 : 403);
  });

  it('finds where tokens are given out', async () => {
    const addresses = platform.app.get(PortalAddresses, { strict: false });
    expect(await addresses.tokenEndpoint()).toBe(`${(await testPortal()).issuer}/token`);
  });

  it('leaves no token in the log', () => {
    const log = platform.logLines.join('');
    expect(log).not.toContain('eyJ');
    expect(log).not.toContain('rubbish');
  });
});

describe('where tokens are given out', () => {
  const addressOf = async (settings: Record<string, string>) => {
    const platform = await startPlatform(settings);
    const began = performance.now();
    const address = await platform.app.get(PortalAddresses, { strict: false }).tokenEndpoint();
    await platform.close();
    return { address, quick: performance.now() - began < 5_000 };
  };

  it('is unknown while the portal is down', async () => {
    expect(await addressOf({ OAUTH_ISSUER: 'http://127.0.0.1:1' })).toEqual({ address: null, quick: true });
  });

  it('is where the settings say, whoever is down', async () => {
    const OAUTH_TOKEN_URL = 'http://keycloak:8080/token';
    expect(await addressOf({ OAUTH_TOKEN_URL })).toEqual({ address: OAUTH_TOKEN_URL, quick: true });
    const OAUTH_PUBLIC_TOKEN_URL = 'https://login.example/token';
    expect(await addressOf({ OAUTH_TOKEN_URL, OAUTH_PUBLIC_TOKEN_URL })).toEqual({
      address: OAUTH_PUBLIC_TOKEN_URL,
      quick: true,
    });
  });
});
