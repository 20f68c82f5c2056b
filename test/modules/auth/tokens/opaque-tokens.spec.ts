import { z } from 'zod';
import { newSecret } from '../../../../src/modules/auth/sessions/secret';
import type { Behaviour } from '../login/broken-portal';
import { type Platform, startPlatform } from '../../../support/platform';
import { LOGIN_REQUIRED, failure } from '../../../support/plain-caller';
import { callWith, meOf } from './bearer-caller';
import { holdClock } from './clock';
import { AUDIENCE, SigningPortal } from './signing-portal';

const cut: Behaviour = (request) => request.socket.destroy();
const silent: Behaviour = () => undefined;

const logLine = z.object({
  level: z.number(),
  msg: z.string(),
  reason: z.string().optional(),
  err: z.unknown().optional(),
});

describe('an opaque access token', () => {
  let portal: SigningPortal;
  let platform: Platform;
  let clock: ReturnType<typeof holdClock>;

  beforeAll(async () => {
    clock = holdClock();
    portal = await SigningPortal.start();
    platform = await startPlatform(portal.settings);
  });

  afterAll(async () => {
    jest.useRealTimers();
    await platform.close();
    await portal.broken.stop();
  });

  /** A token of a test's own, since answers are kept. */
  let token: string;
  let asked: number;

  beforeEach(() => {
    token = newSecret();
    asked = portal.timesAsked('/introspection');
  });

  const timesAsked = () => portal.timesAsked('/introspection') - asked;

  const active = (claims: object = {}) => ({
    active: true,
    client_id: 'clinic',
    sub: 'clinic',
    aud: AUDIENCE,
    scope: 'role:doctor country:KE',
    exp: Math.floor(Date.now() / 1_000) + 300,
    ...claims,
  });

  /** Until a portal that failed is asked again. */
  const passPause = () => {
    clock.pass(5_000);
  };

  const clinic: unknown = expect.objectContaining({ name: 'clinic', role: 'doctor' });
  const me = (presented = token) => meOf(platform, presented);

  it('lets its client call where the portal says that it is active', async () => {
    const anyCharacters = `${token}.-_~+/==`;
    portal.introspects(active());
    expect(await me(anyCharacters)).toEqual(clinic);
    expect(Object.fromEntries(portal.forms.at(-1) ?? [])).toEqual({
      token: anyCharacters,
      token_type_hint: 'access_token',
      client_id: 'health-platform',
      client_secret: 'platform-secret',
    });
  });

  it.each([
    ['for several audiences, ours among them', { aud: ['https://other.example', AUDIENCE] }],
    ['of the issuer, and says so', { token_type: 'bearer' }],
    ['an access token, and says so', { token_use: 'access_token' }],
    [
      'told about with null for what is not known',
      {
        iss: null,
        exp: null,
        nbf: null,
        token_type: null,
        token_use: null,
        cnf: null,
        azp: null,
        typ: null,
        nonce: null,
      },
    ],
    [
      'Keycloak’s',
      { sub: '0a1f', typ: 'Bearer', azp: 'clinic', preferred_username: 'service-account-clinic' },
    ],
  ])('is taken where it is %s', async (_case, claims) => {
    portal.introspects(active({ iss: portal.issuer, ...claims }));
    expect(await me()).toEqual(clinic);
  });

  it.each<[string, object, string]>([
    ['is not active', { active: false }, 'the portal says that it is not active'],
    ['is for another audience', { aud: 'https://other.example' }, 'introspection: aud'],
    ['is for no audience that the portal would name', { aud: undefined }, 'introspection: aud'],
    ['is another issuer’s', { iss: 'https://other.example' }, 'introspection: iss'],
    ['has expired, and the portal has not noticed', { exp: 1 }, 'introspection: exp'],
    ['is not valid yet', { nbf: 9_999_999_999 }, 'introspection: nbf'],
    ['expires at no number', { exp: '9999999999' }, 'introspection: exp'],
    ['is valid from no number', { nbf: '1' }, 'introspection: nbf'],
    ['is of a type that is no text', { token_type: 7 }, 'introspection: token_type'],
    ['is for an audience that is no text', { aud: { name: AUDIENCE } }, 'introspection: aud'],
    ['is a refresh token', { token_use: 'refresh_token' }, 'it is no access token'],
    ['is an ID token', { token_use: 'id' }, 'it is no access token'],
    ['is bound to a key', { token_type: 'DPoP' }, 'introspection: token_type'],
    ['is bound to a certificate', { cnf: { 'x5t#S256': 'x' } }, 'it is bound to a key of its client'],
    ['is a person’s', { sub: 'amina', username: 'amina' }, 'it was not issued to the client itself'],
    ['is of nobody that the portal would name', { sub: undefined }, 'it was not issued to the client itself'],
    ['names two countries', { scope: 'country:KE country:UG' }, 'it names several countries'],
  ])('is refused where it %s', async (_case, claims, reason) => {
    portal.introspects(active(claims));
    const response = await callWith(platform, token, ['specialties.list']);
    expect(failure(response)).toEqual(LOGIN_REQUIRED);
    expect(response.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(platform.logLines.join('')).toContain(`"reason":"${reason}"`);
    expect(platform.logLines.join('')).not.toContain(token);
  });

  it('is asked about once in half a minute, whatever the answer, and at once by however many calls', async () => {
    portal.introspects(active());
    expect(await Promise.all(Array.from({ length: 30 }, () => me()))).toEqual(Array(30).fill(clinic));
    expect(timesAsked()).toBe(1);
    portal.introspects({ active: false });
    clock.pass(29_000);
    expect(await me()).toEqual(clinic);
    clock.pass(2_000);
    expect(await me()).toBe(401);
    expect(await me()).toBe(401);
    expect(timesAsked()).toBe(2);
  });

  it('ends when it expires, however fresh the answer about it is', async () => {
    portal.introspects(active({ exp: Math.floor(Date.now() / 1_000) - 25 }));
    expect(await me()).toEqual(clinic);
    clock.pass(10_000);
    expect(await me()).toBe(401);
    expect(timesAsked()).toBe(1);
  });

  it.each<[string, (portal: SigningPortal) => void]>([
    [
      'cuts the connection',
      ({ broken }) => {
        broken.behave('/introspection', cut);
      },
    ],
    [
      'fails',
      (own) => {
        own.introspects({}, 500);
      },
    ],
    [
      'does not know this platform',
      (own) => {
        own.introspects({ error: 'invalid_client' }, 401);
      },
    ],
    [
      'answers what is no answer',
      (own) => {
        own.introspects({ active: 'yes' });
      },
    ],
    [
      'answers nothing',
      (own) => {
        own.introspects(null);
      },
    ],
  ])('cannot be told where the portal %s, and can again afterwards', async (_case, fail) => {
    fail(portal);
    const response = await callWith(platform, token, ['specialties.list']);
    expect(failure(response)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(response.headers['retry-after']).toBe('5');
    portal.introspects(active());
    passPause();
    expect(await me()).toEqual(clinic);
  });

  it.each<[string, () => void]>([
    [
      'cuts the connection',
      () => {
        portal.behave('/introspection', cut);
      },
    ],
    [
      'fails',
      () => {
        portal.introspects({}, 500);
      },
    ],
    [
      'does not know this platform',
      () => {
        portal.introspects({ error: 'invalid_client' }, 401);
      },
    ],
  ])('is not asked about for five seconds after the portal %s', async (_case, fail) => {
    portal.introspects(active());
    const known = newSecret();
    expect(await me(known)).toEqual(clinic);
    fail();
    expect(await me()).toBe(503);
    portal.introspects(active());
    for (let call = 0; call < 10; call += 1) expect(await me(newSecret())).toBe(503);
    expect(await me(known)).toEqual(clinic);
    expect(timesAsked()).toBe(2);
    passPause();
    expect(await me()).toEqual(clinic);
  });

  it('is asked about where the portal could say nothing of another one', async () => {
    for (const status of [200, 400]) {
      portal.introspects({ error: 'invalid_request' }, status);
      expect(await me(newSecret())).toBe(503);
    }
    portal.introspects(active());
    expect(await me()).toEqual(clinic);
  });

  it('is an error in the log once, however many cannot be told', async () => {
    portal.introspects({}, 500);
    const logged = platform.logLines.length;
    for (let call = 0; call < 5; call += 1) expect(await me(newSecret())).toBe(503);
    const lines = platform.logLines.slice(logged).map((line) => logLine.parse(JSON.parse(line)));
    const told = lines.filter(({ msg }) => !msg.includes('request'));
    expect(told.filter(({ level }) => level === 50)).toMatchObject([
      { msg: 'the portal could not be asked about an access token' },
    ]);
    expect(told.filter(({ level }) => level === 40)).toEqual(
      Array(5).fill(expect.objectContaining({ msg: 'an access token could not be checked' })),
    );
    expect(told.filter(({ level, err }) => level === 40 && err !== undefined)).toEqual([]);
    passPause();
  });

  it('holds up a call for a few seconds at most where the portal is silent', async () => {
    portal.behave('/introspection', silent);
    const began = performance.now();
    expect(await me()).toBe(503);
    expect(performance.now() - began).toBeLessThan(5_000);
    passPause();
  });

  it('is asked about beside so many others and no more', async () => {
    portal.behave('/introspection', silent);
    const logged = platform.logLines.length;
    const answers = await Promise.all(Array.from({ length: 60 }, (_none, index) => me(`rubbish-${index}`)));
    expect(new Set(answers)).toEqual(new Set([503]));
    expect(timesAsked()).toBe(20);
    const lines = platform.logLines.slice(logged).map((line) => logLine.parse(JSON.parse(line)));
    const tooMany = lines.filter(({ reason }) => reason?.includes('too many tokens at once'));
    expect(tooMany).toHaveLength(40);
    expect(tooMany.filter(({ level, err }) => level !== 40 || err !== undefined)).toEqual([]);
    passPause();
  });

  it('is refused where the platform has no secret to ask with', async () => {
    const own = await startPlatform({ ...portal.settings, OAUTH_CLIENT_SECRET: '' });
    portal.introspects(active());
    expect(await meOf(own, token)).toBe(401);
    expect(timesAsked()).toBe(0);
    await own.close();
  });
});
