import request, { type Response } from 'supertest';
import { failure } from '../../support/plain-caller';
import { startPlatform, suitePlatform } from '../../support/platform';
import { type TokenChanges, SigningPortal, createKey } from './tokens/signing-portal';

const REALM = 'Bearer realm="Africa Health Platform"';
const INVALID = `${REALM}, error="invalid_token"`;
/** A procedure, FHIR, an export, and a page that a program opens. */
const ROUTES = ['/api/trpc/auth.me', '/fhir/Encounter/1', '/api/exports/summary.csv', '/dashboard'];

describe('a refusal of access', () => {
  let portal: SigningPortal;
  beforeAll(async () => {
    portal = await SigningPortal.start();
  });
  const platform = suitePlatform(() => portal.settings);
  afterAll(() => portal.stop());

  const get = (path: string, headers: Readonly<Record<string, string>> = {}): request.Test =>
    request(platform.server).get(path).set(headers).redirects(0);

  const nowSeconds = () => Math.floor(Date.now() / 1_000);
  const EXPIRED = () => ({ exp: nowSeconds() - 120, iat: nowSeconds() - 180 });

  /** Returns `reason` or `roles` of a response, wherever its format has them. */
  function detailOf({ text }: Response, name: 'reason' | 'roles'): unknown {
    const body = JSON.parse(text) as Record<string, never>;
    const {
      error,
      issue,
      [name]: own,
    } = body as {
      error?: { json?: { data: Record<string, unknown> } };
      issue?: { diagnostics?: string }[];
    } & Record<string, unknown>;
    return issue ? issue[0]?.diagnostics : (error?.json?.data[name] ?? own);
  }

  const expectReason = (response: Response, reason: string): void => {
    expect(response.status).toBe(401);
    expect(response.text).toContain('Please login (10001)');
    expect(String(detailOf(response, 'reason')).replace('reason: ', '')).toBe(reason);
  };

  it.each(ROUTES.slice(0, 3))('says that credentials are missing: %s', async (path) => {
    const response = await get(path);
    expectReason(response, 'missing');
    expect(response.headers['www-authenticate']).toBe(REALM);
    expectReason(await get(path, { authorization: 'Basic Y2xpbmljOng=' }), 'missing');
  });

  it.each(ROUTES.slice(0, 3))('says that a session is malformed or has ended: %s', async (path) => {
    const malformed = await get(path, { cookie: 'session=rubbish' });
    expectReason(malformed, 'malformed');
    const ended = await get(path, { cookie: `session=${'x'.repeat(43)}` });
    expectReason(ended, 'expired');
    for (const { headers } of [malformed, ended]) expect(headers['www-authenticate']).toBe(REALM);
  });

  describe.each(ROUTES)('of a token by %s', (path) => {
    const withToken = (token: string) => get(path, { authorization: `Bearer ${token}` });

    it.each(['', 'two words', 'x'.repeat(9_000)])('says that it is malformed: %#', async (token) => {
      const response = await withToken(token);
      expectReason(response, 'malformed');
      expect(response.headers['www-authenticate']).toContain(`${INVALID}, error_description="it is not `);
    });

    it.each<[string, () => TokenChanges, string | undefined]>([
      ['expired', () => ({ claims: EXPIRED() }), 'the token has expired'],
      ['wrong_audience', () => ({ claims: { aud: 'https://other.example' } }), 'the token is for another'],
      ['invalid', () => ({ claims: { iss: 'https://other.example' } }), undefined],
    ])('says that it is %s', async (reason, changes, description) => {
      const response = await withToken(await portal.sign(changes()));
      expectReason(response, reason);
      const challenge = String(response.headers['www-authenticate']);
      if (description === undefined) expect(challenge).toBe(INVALID);
      else expect(challenge).toContain(`${INVALID}, error_description="${description}`);
    });
  });

  it('says nothing about a token that the portal did not sign', async () => {
    const unknownKey = await portal.sign({ claims: EXPIRED(), key: await createKey('other') });
    expectReason(await get('/api/trpc/auth.me', { authorization: `Bearer ${unknownKey}` }), 'invalid');
  });

  it('says the reason for an opaque token', async () => {
    const other = await SigningPortal.start();
    const url = `${other.issuer}/introspection`;
    const opaque = await startPlatform({ ...other.settings, OAUTH_INTROSPECTION_URL: url });
    const call = (token: string) =>
      request(opaque.server).get('/api/trpc/auth.me').set('authorization', `Bearer ${token}`);
    other.setIntrospection({ active: true, ...other.createClaims(), ...EXPIRED() });
    expectReason(await call('one'), 'expired');
    other.setIntrospection({ active: true, ...other.createClaims(), aud: 'other' });
    expectReason(await call('two'), 'wrong_audience');
    other.setIntrospection({ active: false });
    expectReason(await call('three'), 'invalid');
    await opaque.close();
    await other.stop();
  });

  it('by a role names the roles that may', async () => {
    const authorization = `Bearer ${await portal.sign()}`;
    const refused = await get('/api/trpc/health.pathologyStats?input={"json":{"year":2026}}', {
      authorization,
    });
    expect(failure(refused).message).toBe('You do not have required permission (10002)');
    expect(detailOf(refused, 'roles')).toEqual(['ministry', 'admin']);
    expect(detailOf(await get('/api/exports/summary.csv', { authorization }), 'roles')).toEqual([
      'ministry',
      'admin',
    ]);
    const cookie = await platform.session({ role: 'ministry' });
    expect(detailOf(await get('/fhir/Encounter/1', { cookie }), 'roles')).toBe('roles: doctor, admin');
  });

  it('has the challenge in a batch, too', async () => {
    const response = await get('/api/trpc/auth.me,specialties.list?batch=1&input={}');
    expect(response.status).toBe(207);
    expect(response.headers['www-authenticate']).toBe(REALM);
  });
});
