import type { RequestListener } from 'node:http';
import { z } from 'zod';
import { newSecret } from '../../../../src/modules/auth/sessions/secret';
import { closeConnection, neverRespond, respondJson } from '../login/fake-portal';
import { startPlatform, suitePlatform } from '../../../support/platform';
import { LOGIN_REQUIRED, failure } from '../../../support/plain-caller';
import { callWithToken, fetchMe } from './call-with-token';
import { fakeDate } from './fake-date';
import { AUDIENCE, SigningPortal } from './signing-portal';

const logLine = z.object({
  level: z.number(),
  msg: z.string(),
  reason: z.string().optional(),
  err: z.unknown().optional(),
});

const FAILURES: [string, RequestListener][] = [
  ['closes the connection', closeConnection],
  ['returns 500', respondJson({}, 500)],
  ['returns invalid_client', respondJson({ error: 'invalid_client' }, 401)],
];

const OPTIONAL_CLAIMS = 'iss exp nbf token_type token_use cnf azp typ nonce'.split(' ');

describe('opaque access token', () => {
  let portal: SigningPortal;
  let date: ReturnType<typeof fakeDate>;

  beforeAll(async () => {
    date = fakeDate();
    portal = await SigningPortal.start();
  });
  afterAll(() => jest.useRealTimers());
  const platform = suitePlatform(() => portal.settings);
  afterAll(() => portal.stop());

  /** New for each test, because introspections are cached. */
  let token: string;
  let earlierRequests: number;

  beforeEach(() => {
    token = newSecret();
    earlierRequests = portal.countRequests('/introspection');
  });

  const countRequests = () => portal.countRequests('/introspection') - earlierRequests;

  const activeToken = (claims: object = {}) => ({
    active: true,
    client_id: 'clinic',
    sub: 'clinic',
    aud: AUDIENCE,
    scope: 'role:doctor country:KE',
    exp: Math.floor(Date.now() / 1_000) + 300,
    ...claims,
  });

  /** Ends the pause after a failed introspection. */
  const endPause = () => {
    date.advance(5_000);
  };

  const readLog = (from: number) =>
    platform.logLines.slice(from).map((line) => logLine.parse(JSON.parse(line)));

  const clinic: unknown = expect.objectContaining({ name: 'clinic', role: 'doctor' });
  const authenticate = (presented = token) => fetchMe(platform, presented);

  it('authenticates its client if the portal reports it as active', async () => {
    const tokenWithSymbols = `${token}.-_~+/==`;
    portal.setIntrospection(activeToken());
    expect(await authenticate(tokenWithSymbols)).toEqual(clinic);
    expect(Object.fromEntries(portal.forms.at(-1) ?? [])).toEqual({
      token: tokenWithSymbols,
      token_type_hint: 'access_token',
      client_id: 'health-platform',
      client_secret: 'platform-secret',
    });
  });

  it.each([
    ['several audiences including the platform', { aud: ['https://other.example', AUDIENCE] }],
    ['the issuer and a token_type', { token_type: 'bearer' }],
    ['the token_use of an access token', { token_use: 'access_token' }],
    ['null for missing claims', Object.fromEntries(OPTIONAL_CLAIMS.map((claim) => [claim, null]))],
    [
      'the claims of a service account of Keycloak',
      { sub: '0a1f', typ: 'Bearer', azp: 'clinic', preferred_username: 'service-account-clinic' },
    ],
  ])('is accepted if the introspection has %s', async (_case, claims) => {
    portal.setIntrospection(activeToken({ iss: portal.issuer, ...claims }));
    expect(await authenticate()).toEqual(clinic);
  });

  it.each<[string, object, string]>([
    ['is not active', { active: false }, 'the portal says that it is not active'],
    ['has another audience', { aud: 'https://other.example' }, 'introspection: aud'],
    ['has no audience', { aud: undefined }, 'introspection: aud'],
    ['has another issuer', { iss: 'https://other.example' }, 'introspection: iss'],
    ['has expired but is reported as active', { exp: 1 }, 'introspection: exp'],
    ['is not valid yet', { nbf: 9_999_999_999 }, 'introspection: nbf'],
    ['has an expiry that is not a number', { exp: '9999999999' }, 'introspection: exp'],
    ['has a start that is not a number', { nbf: '1' }, 'introspection: nbf'],
    ['has a type that is not text', { token_type: 7 }, 'introspection: token_type'],
    ['has an audience that is not text', { aud: { name: AUDIENCE } }, 'introspection: aud'],
    ['is a refresh token', { token_use: 'refresh_token' }, 'it is no access token'],
    ['is an ID token', { token_use: 'id' }, 'it is no access token'],
    ['is bound to a key', { token_type: 'DPoP' }, 'introspection: token_type'],
    ['is bound to a certificate', { cnf: { 'x5t#S256': 'x' } }, 'it is bound to a key of its client'],
    ['is for a person', { sub: 'amina', username: 'amina' }, 'it was not issued to the client itself'],
    ['has no subject', { sub: undefined }, 'it was not issued to the client itself'],
    ['has two countries', { scope: 'country:KE country:UG' }, 'it names several countries'],
  ])('is refused if it %s', async (_case, claims, reason) => {
    portal.setIntrospection(activeToken(claims));
    const response = await callWithToken(platform, token, ['specialties.list']);
    expect(failure(response)).toEqual(LOGIN_REQUIRED);
    expect(response.headers['www-authenticate']).toContain('error="invalid_token"');
    expect(platform.logLines.join('')).toContain(`"reason":"${reason}"`);
    expect(platform.logLines.join('')).not.toContain(token);
  });

  it('is introspected once in 30 seconds, also for concurrent calls', async () => {
    portal.setIntrospection(activeToken());
    const users = await Promise.all(Array.from({ length: 30 }, () => authenticate()));
    expect(users).toEqual(Array(30).fill(clinic));
    expect(countRequests()).toBe(1);
    portal.setIntrospection({ active: false });
    date.advance(29_000);
    expect(await authenticate()).toEqual(clinic);
    date.advance(2_000);
    expect(await authenticate()).toBe(401);
    expect(await authenticate()).toBe(401);
    expect(countRequests()).toBe(2);
  });

  it('is refused after its expiry although the introspection is cached', async () => {
    portal.setIntrospection(activeToken({ exp: Math.floor(Date.now() / 1_000) - 25 }));
    expect(await authenticate()).toEqual(clinic);
    date.advance(10_000);
    expect(await authenticate()).toBe(401);
    expect(countRequests()).toBe(1);
  });

  it.each<[string, RequestListener]>([
    ...FAILURES,
    ['returns an invalid introspection', respondJson({ active: 'yes' })],
    ['returns null', respondJson(null)],
  ])('causes 503 while the portal %s, and is accepted afterwards', async (_case, handler) => {
    portal.handle('/introspection', handler);
    const response = await callWithToken(platform, token, ['specialties.list']);
    expect(failure(response)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(response.headers['retry-after']).toBe('5');
    portal.setIntrospection(activeToken());
    endPause();
    expect(await authenticate()).toEqual(clinic);
  });

  it.each(FAILURES)('is not introspected for five seconds after the portal %s', async (_case, handler) => {
    portal.setIntrospection(activeToken());
    const cachedToken = newSecret();
    expect(await authenticate(cachedToken)).toEqual(clinic);
    portal.handle('/introspection', handler);
    expect(await authenticate()).toBe(503);
    portal.setIntrospection(activeToken());
    for (let call = 0; call < 10; call += 1) expect(await authenticate(newSecret())).toBe(503);
    expect(await authenticate(cachedToken)).toEqual(clinic);
    expect(countRequests()).toBe(2);
    endPause();
    expect(await authenticate()).toEqual(clinic);
  });

  it('is introspected after an undecided introspection of another token', async () => {
    for (const status of [200, 400]) {
      portal.setIntrospection({ error: 'invalid_request' }, status);
      expect(await authenticate(newSecret())).toBe(503);
    }
    portal.setIntrospection(activeToken());
    expect(await authenticate()).toEqual(clinic);
  });

  it('causes one logged error if several tokens cannot be checked', async () => {
    portal.setIntrospection({}, 500);
    const linesBefore = platform.logLines.length;
    for (let call = 0; call < 5; call += 1) expect(await authenticate(newSecret())).toBe(503);
    const lines = readLog(linesBefore);
    const tokenLines = lines.filter(({ msg }) => !msg.includes('request'));
    expect(tokenLines.filter(({ level }) => level === 50)).toMatchObject([
      { msg: 'the portal could not be asked about an access token' },
    ]);
    expect(tokenLines.filter(({ level }) => level === 40)).toEqual(
      Array(5).fill(expect.objectContaining({ msg: 'an access token could not be checked' })),
    );
    expect(tokenLines.filter(({ level, err }) => level === 40 && err !== undefined)).toEqual([]);
    endPause();
  });

  it('causes 503 within five seconds if the portal does not respond', async () => {
    portal.handle('/introspection', neverRespond);
    const startedAt = performance.now();
    expect(await authenticate()).toBe(503);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    endPause();
  });

  it('causes 503 if 20 other introspections are in progress', async () => {
    portal.handle('/introspection', neverRespond);
    const linesBefore = platform.logLines.length;
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_none, index) => authenticate(`rubbish-${index}`)),
    );
    expect(new Set(statuses)).toEqual(new Set([503]));
    // On a busy machine, some do not arrive before their deadline.
    expect(countRequests()).toBeGreaterThan(0);
    expect(countRequests()).toBeLessThanOrEqual(20);
    const lines = readLog(linesBefore);
    const tooMany = lines.filter(({ reason }) => reason?.includes('too many tokens at once'));
    // At most sixty lines of one network in a minute.
    expect(tooMany.length).toBeGreaterThan(0);
    expect(tooMany.filter(({ level, err }) => level !== 40 || err !== undefined)).toEqual([]);
    endPause();
  });

  it('is refused if the platform has no client secret', async () => {
    const otherPlatform = await startPlatform({ ...portal.settings, OAUTH_CLIENT_SECRET: '' });
    portal.setIntrospection(activeToken());
    expect(await fetchMe(otherPlatform, token)).toBe(401);
    expect(countRequests()).toBe(0);
    await otherPlatform.close();
  });
});
