import request from 'supertest';
import { DISCOVERY, type Behaviour, json } from '../login/broken-portal';
import { type Platform, startPlatform } from '../../../support/platform';
import { failure } from '../../../support/plain-caller';
import { takesLessThan } from '../../../support/takes-less-than';
import { callWith, meOf } from './bearer-caller';
import { holdClock } from './clock';
import { type SigningKey, SigningPortal, newKey } from './signing-portal';

const cut: Behaviour = (request) => request.socket.destroy();
const silent: Behaviour = () => undefined;
const page: Behaviour = (_request, response) => response.end('<html>Sorry</html>');

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

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

describe('the keys of the portal', () => {
  let portal: SigningPortal;
  let platform: Platform;
  let clock: ReturnType<typeof holdClock>;
  let next: SigningKey;

  beforeEach(async () => {
    clock = holdClock();
    portal = await SigningPortal.start();
    platform = await startPlatform(portal.settings);
    next = await newKey('second');
  });

  afterEach(async () => {
    jest.useRealTimers();
    await platform.close();
    await portal.broken.stop();
  });

  const me = async (key?: SigningKey) => meOf(platform, await portal.sign(key && { key }));
  const clinic: unknown = expect.objectContaining({ name: 'clinic' });

  it('are asked for once, however many call', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => portal.sign()));
    expect(await Promise.all(tokens.map((token) => meOf(platform, token)))).toEqual(tokens.map(() => clinic));
    expect(portal.timesAsked('/jwks')).toBe(1);
  });

  it('are asked for again where a token names a new one', async () => {
    expect(await me()).toEqual(clinic);
    portal.publish(portal.key, next);
    clock.pass(20 * SECOND);
    expect(await me(next)).toEqual(clinic);
    expect(await me()).toEqual(clinic);
    expect(portal.timesAsked('/jwks')).toBe(2);
  });

  it('are not asked for by rubbish more than once in a quarter of a minute', async () => {
    expect(await me()).toEqual(clinic);
    for (let call = 0; call < 30; call += 1) {
      const nobody = await newKey(`nobody's ${call}`);
      expect(await me(nobody)).toBe(401);
      clock.pass(SECOND);
    }
    expect(portal.timesAsked('/jwks')).toBeGreaterThanOrEqual(2);
    expect(portal.timesAsked('/jwks')).toBeLessThanOrEqual(3);
  });

  it('lose one that the portal takes back, within ten minutes', async () => {
    portal.publish(portal.key, next);
    expect(await me()).toEqual(clinic);
    portal.publish(next);
    clock.pass(9 * MINUTE);
    expect(await me()).toEqual(clinic);
    clock.pass(MINUTE);
    expect(await me()).toBe(401);
    expect(await me(next)).toEqual(clinic);
  });

  it.each<[string, Behaviour]>([
    ['cuts the connection', cut],
    ['answers a page', page],
    ['answers an error', json({ keys: [] }, 500)],
    ['answers no key set', json({ keys: 'none' })],
    ['answers a set without a key', json({ keys: [] })],
    ['answers a set of a key that is none', json({ keys: [{ kty: 'EC' }] })],
    ['answers a set of a secret', json({ keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'first' }] })],
  ])('are the last good ones for a day while the portal %s', async (_case, behaviour) => {
    expect(await me()).toEqual(clinic);
    portal.behave('/jwks', behaviour);
    clock.pass(HOUR);
    expect(await me()).toEqual(clinic);
    clock.pass(22 * HOUR);
    expect(await me()).toEqual(clinic);
    expect(platform.logLines.join('')).toContain('the portal’s keys could not be read');
    clock.pass(2 * HOUR);
    expect(failure(await callWith(platform, await portal.sign(), ['auth.me']))).toEqual(UNAVAILABLE);
    portal.publish(portal.key);
    clock.pass(MINUTE);
    expect(await me()).toEqual(clinic);
  });

  it('are the last good ones where the portal publishes those for encryption alone', async () => {
    expect(await me()).toEqual(clinic);
    portal.behave('/jwks', json({ keys: [{ ...portal.key.jwk, use: 'enc' }] }));
    clock.pass(HOUR);
    expect(await me()).toEqual(clinic);
  });

  it('count beside others that cannot be used', async () => {
    const { jwk } = portal.key;
    portal.behave(
      '/jwks',
      json({ keys: [{ kty: 'EC', kid: 'first' }, jwk, { kty: 'AKP', alg: 'ML-DSA-44' }] }),
    );
    expect(await me()).toEqual(clinic);
  });

  it('are asked for again where one was replaced under its name, a quarter of a minute after the last time', async () => {
    expect(await me()).toEqual(clinic);
    const replaced = await newKey('first');
    portal.publish(replaced);
    expect(await me(replaced)).toBe(401);
    expect(portal.timesAsked('/jwks')).toBe(1);
    clock.pass(15 * SECOND);
    expect(await Promise.all([me(replaced), me(replaced), me(replaced)])).toEqual([clinic, clinic, clinic]);
    expect(await me()).toBe(401);
    expect(portal.timesAsked('/jwks')).toBe(2);
  });

  it('are not asked for by forged tokens more than once in a quarter of a minute', async () => {
    const forger = await newKey('first');
    for (let call = 0; call < 30; call += 1) {
      expect(await me(forger)).toBe(401);
      clock.pass(SECOND);
    }
    expect(portal.timesAsked('/jwks')).toBeGreaterThanOrEqual(2);
    expect(portal.timesAsked('/jwks')).toBeLessThanOrEqual(3);
  });

  it('say of an unknown one while the portal is away that it cannot be told, and do not ask each time', async () => {
    expect(await me()).toEqual(clinic);
    portal.behave('/jwks', cut);
    clock.pass(MINUTE);
    const asked = portal.timesAsked('/jwks');
    for (let call = 0; call < 10; call += 1) {
      const response = await callWith(platform, await portal.sign({ key: next }), ['specialties.list']);
      expect(failure(response)).toEqual(UNAVAILABLE);
      expect(response.headers['retry-after']).toBe('5');
      expect(response.headers['www-authenticate']).toBeUndefined();
    }
    expect(await me()).toEqual(clinic);
    expect(portal.timesAsked('/jwks') - asked).toBe(1);
  });

  it('hold up a call for a few seconds at most where the portal is silent', async () => {
    portal.behave('/jwks', silent);
    const began = performance.now();
    expect(await me()).toBe(503);
    expect(performance.now() - began).toBeLessThan(5_000);
    await takesLessThan(1_000, async () => {
      expect(await me()).toBe(503);
    });
  });

  it('are found where discovery was away at first', async () => {
    const discovery = json({
      issuer: portal.issuer,
      authorization_endpoint: `${portal.issuer}/authorize`,
      token_endpoint: `${portal.issuer}/token`,
      userinfo_endpoint: `${portal.issuer}/userinfo`,
      jwks_uri: `${portal.issuer}/jwks`,
    });
    portal.behave(DISCOVERY, cut);
    for (let call = 0; call < 5; call += 1) expect(await me()).toBe(503);
    expect(portal.timesAsked(DISCOVERY)).toBe(1);
    portal.behave(DISCOVERY, discovery);
    clock.pass(MINUTE);
    expect(await me()).toEqual(clinic);
  });

  it('take no part in a call without a token, whatever the portal does', async () => {
    portal.behave(DISCOVERY, silent);
    await request(platform.server).get('/api/trpc/specialties.list').expect(200);
    expect(portal.timesAsked(DISCOVERY)).toBe(0);
  });
});

describe('the keys of a portal without discovery', () => {
  it('are where OAUTH_JWKS_URL says', async () => {
    const portal = await SigningPortal.start();
    portal.behave(DISCOVERY, json({}, 404));
    const addresses = {
      ...portal.settings,
      OAUTH_AUTHORIZATION_URL: `${portal.issuer}/authorize`,
      OAUTH_TOKEN_URL: `${portal.issuer}/token`,
      OAUTH_USERINFO_URL: `${portal.issuer}/userinfo`,
    };
    const named = await startPlatform({ ...addresses, OAUTH_JWKS_URL: `${portal.issuer}/jwks` });
    const unnamed = await startPlatform(addresses);
    expect(await meOf(named, await portal.sign())).toMatchObject({ name: 'clinic' });
    const unchecked = await callWith(unnamed, await portal.sign(), ['specialties.list']);
    expect(failure(unchecked)).toEqual(NOT_SET_UP);
    expect(unchecked.headers['www-authenticate']).toBeUndefined();
    expect(failure(await callWith(unnamed, 'opaque', ['specialties.list']))).toEqual(NOT_SET_UP);
    expect(unnamed.logLines.join('')).toContain('OAUTH_JWKS_URL');
    expect(await meOf(named, 'opaque')).toBe(401);
    expect(portal.timesAsked(DISCOVERY)).toBe(0);
    await named.close();
    await unnamed.close();
    await portal.broken.stop();
  });
});
