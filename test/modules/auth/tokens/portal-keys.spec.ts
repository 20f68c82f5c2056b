import type { RequestListener } from 'node:http';
import request from 'supertest';
import {
  DISCOVERY,
  closeConnection,
  createDiscovery,
  neverRespond,
  respondJson,
  sendPage,
} from '../login/fake-portal';
import { type Platform, startPlatform } from '../../../support/platform';
import { failure } from '../../../support/plain-caller';
import { expectFasterThan } from '../../../support/expect-faster-than';
import { callWithToken, fetchMe } from './call-with-token';
import { fakeDate } from './fake-date';
import { type SigningKey, SigningPortal, createKey } from './signing-portal';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const UNAVAILABLE = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message:
    'The identity portal does not answer, so that your token cannot be checked; try again in 5 seconds',
};

const NOT_SET_UP = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'This platform is not set up to check access tokens; tell its operator',
};

describe('portal keys', () => {
  let portal: SigningPortal;
  let platform: Platform;
  let date: ReturnType<typeof fakeDate>;
  let newKey: SigningKey;

  beforeEach(async () => {
    date = fakeDate();
    portal = await SigningPortal.start();
    platform = await startPlatform(portal.settings);
    newKey = await createKey('second');
  });

  afterEach(async () => {
    jest.useRealTimers();
    await platform.close();
    await portal.stop();
  });

  const authenticate = async (key?: SigningKey) => fetchMe(platform, await portal.sign(key && { key }));
  const clinic: unknown = expect.objectContaining({ name: 'clinic' });

  it('are fetched once for concurrent calls', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => portal.sign()));
    const users = await Promise.all(tokens.map((token) => fetchMe(platform, token)));
    expect(users).toEqual(tokens.map(() => clinic));
    expect(portal.countRequests('/jwks')).toBe(1);
  });

  it('are fetched again if a token has a new kid', async () => {
    expect(await authenticate()).toEqual(clinic);
    portal.publish(portal.key, newKey);
    date.advance(20 * SECOND_MS);
    expect(await authenticate(newKey)).toEqual(clinic);
    expect(await authenticate()).toEqual(clinic);
    expect(portal.countRequests('/jwks')).toBe(2);
  });

  it('are fetched at most once in 15 seconds for unknown kids', async () => {
    expect(await authenticate()).toEqual(clinic);
    for (let call = 0; call < 30; call += 1) {
      const unknownKey = await createKey(`unknown ${call}`);
      expect(await authenticate(unknownKey)).toBe(401);
      date.advance(SECOND_MS);
    }
    expect(portal.countRequests('/jwks')).toBeGreaterThanOrEqual(2);
    expect(portal.countRequests('/jwks')).toBeLessThanOrEqual(3);
  });

  it('are refused ten minutes after the portal has withdrawn them', async () => {
    portal.publish(portal.key, newKey);
    expect(await authenticate()).toEqual(clinic);
    portal.publish(newKey);
    date.advance(9 * MINUTE_MS);
    expect(await authenticate()).toEqual(clinic);
    date.advance(MINUTE_MS);
    expect(await authenticate()).toBe(401);
    expect(await authenticate(newKey)).toEqual(clinic);
  });

  it.each<[string, RequestListener]>([
    ['closes the connection', closeConnection],
    ['returns a web page', sendPage],
    ['returns 500', respondJson({ keys: [] }, 500)],
    ['returns no key set', respondJson({ keys: 'none' })],
    ['returns an empty key set', respondJson({ keys: [] })],
    ['returns only an invalid key', respondJson({ keys: [{ kty: 'EC' }] })],
    ['returns only a symmetric key', respondJson({ keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'first' }] })],
  ])('are valid for a day while the portal %s', async (_case, handler) => {
    expect(await authenticate()).toEqual(clinic);
    portal.handle('/jwks', handler);
    date.advance(HOUR_MS);
    expect(await authenticate()).toEqual(clinic);
    date.advance(22 * HOUR_MS);
    expect(await authenticate()).toEqual(clinic);
    expect(platform.logLines.join('')).toContain('the portal’s keys could not be read');
    date.advance(2 * HOUR_MS);
    expect(failure(await callWithToken(platform, await portal.sign(), ['auth.me']))).toEqual(UNAVAILABLE);
    portal.publish(portal.key);
    date.advance(MINUTE_MS);
    expect(await authenticate()).toEqual(clinic);
  });

  it('are valid while the portal publishes only keys for encryption', async () => {
    expect(await authenticate()).toEqual(clinic);
    portal.handle('/jwks', respondJson({ keys: [{ ...portal.key.jwk, use: 'enc' }] }));
    date.advance(HOUR_MS);
    expect(await authenticate()).toEqual(clinic);
  });

  it('are accepted beside unusable keys', async () => {
    const { jwk } = portal.key;
    const keys = [{ kty: 'EC', kid: 'first' }, jwk, { kty: 'AKP', alg: 'ML-DSA-44' }];
    portal.handle('/jwks', respondJson({ keys }));
    expect(await authenticate()).toEqual(clinic);
  });

  it('are fetched again after 15 seconds if a key was replaced under its kid', async () => {
    expect(await authenticate()).toEqual(clinic);
    const replacement = await createKey('first');
    portal.publish(replacement);
    expect(await authenticate(replacement)).toBe(401);
    expect(portal.countRequests('/jwks')).toBe(1);
    date.advance(15 * SECOND_MS);
    const users = await Promise.all([1, 2, 3].map(() => authenticate(replacement)));
    expect(users).toEqual([clinic, clinic, clinic]);
    expect(await authenticate()).toBe(401);
    expect(portal.countRequests('/jwks')).toBe(2);
  });

  it('are fetched at most once in 15 seconds for forged tokens', async () => {
    const forgedKey = await createKey('first');
    for (let call = 0; call < 30; call += 1) {
      expect(await authenticate(forgedKey)).toBe(401);
      date.advance(SECOND_MS);
    }
    expect(portal.countRequests('/jwks')).toBeGreaterThanOrEqual(2);
    expect(portal.countRequests('/jwks')).toBeLessThanOrEqual(3);
  });

  it('cause 503 and one request for an unknown kid while the portal is down', async () => {
    expect(await authenticate()).toEqual(clinic);
    portal.handle('/jwks', closeConnection);
    date.advance(MINUTE_MS);
    const earlierRequests = portal.countRequests('/jwks');
    for (let call = 0; call < 10; call += 1) {
      const token = await portal.sign({ key: newKey });
      const response = await callWithToken(platform, token, ['specialties.list']);
      expect(failure(response)).toEqual(UNAVAILABLE);
      expect(response.headers['retry-after']).toBe('5');
      expect(response.headers['www-authenticate']).toBeUndefined();
    }
    expect(await authenticate()).toEqual(clinic);
    expect(portal.countRequests('/jwks') - earlierRequests).toBe(1);
  });

  it('cause 503 within five seconds if the portal does not respond', async () => {
    portal.handle('/jwks', neverRespond);
    const startedAt = performance.now();
    expect(await authenticate()).toBe(503);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await expectFasterThan(1_000, async () => {
      expect(await authenticate()).toBe(503);
    });
  });

  it('are fetched after discovery has failed', async () => {
    portal.handle(DISCOVERY, closeConnection);
    for (let call = 0; call < 5; call += 1) expect(await authenticate()).toBe(503);
    expect(portal.countRequests(DISCOVERY)).toBe(1);
    portal.handle(DISCOVERY, respondJson(createDiscovery(portal.issuer)));
    date.advance(MINUTE_MS);
    expect(await authenticate()).toEqual(clinic);
  });

  it('are not fetched for a call without a token', async () => {
    portal.handle(DISCOVERY, neverRespond);
    await request(platform.server).get('/api/trpc/specialties.list').expect(200);
    expect(portal.countRequests(DISCOVERY)).toBe(0);
  });
});

describe('portal keys without discovery', () => {
  it('are fetched from OAUTH_JWKS_URL, and cause 503 without it', async () => {
    const portal = await SigningPortal.start();
    portal.handle(DISCOVERY, respondJson({}, 404));
    const settings = {
      ...portal.settings,
      OAUTH_AUTHORIZATION_URL: `${portal.issuer}/authorize`,
      OAUTH_TOKEN_URL: `${portal.issuer}/token`,
      OAUTH_USERINFO_URL: `${portal.issuer}/userinfo`,
    };
    const configured = await startPlatform({ ...settings, OAUTH_JWKS_URL: `${portal.issuer}/jwks` });
    const unconfigured = await startPlatform(settings);
    expect(await fetchMe(configured, await portal.sign())).toMatchObject({ name: 'clinic' });
    const response = await callWithToken(unconfigured, await portal.sign(), ['specialties.list']);
    expect(failure(response)).toEqual(NOT_SET_UP);
    expect(response.headers['www-authenticate']).toBeUndefined();
    expect(failure(await callWithToken(unconfigured, 'opaque', ['specialties.list']))).toEqual(NOT_SET_UP);
    expect(unconfigured.logLines.join('')).toContain('OAUTH_JWKS_URL');
    expect(await fetchMe(configured, 'opaque')).toBe(401);
    expect(portal.countRequests(DISCOVERY)).toBe(0);
    await configured.close();
    await unconfigured.close();
    await portal.stop();
  });
});
