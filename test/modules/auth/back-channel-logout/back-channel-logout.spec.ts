import { SignJWT } from 'jose';
import request from 'supertest';
import { Browser } from '../../../../dev/login/browser';
import { eventsOfAction } from '../../../support/audit-events';
import { LOGIN_REQUIRED, PlainCaller, failure } from '../../../support/plain-caller';
import { respondJson } from '../login/fake-portal';
import { type LoginPlatform, startLoginPlatform } from '../login/login-platform';
import { type SigningKey, SigningPortal, createKey, encodeToken } from '../tokens/signing-portal';

const PATH = '/api/oauth/backchannel-logout';
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

interface TokenChanges {
  /** The value undefined removes a claim. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Empty for none. */
  readonly typ?: string;
  readonly key?: SigningKey;
}

describe('a logout that the portal reports', () => {
  let portal: SigningPortal;
  let platform: LoginPlatform;
  let tokens = 0;

  beforeAll(async () => {
    portal = await SigningPortal.start();
    platform = await startLoginPlatform(portal.settings);
  });

  afterAll(async () => {
    await platform.close();
    await portal.stop();
  });

  const now = () => Math.floor(Date.now() / 1_000);

  function createClaims(changes: TokenChanges['claims'] = {}): Record<string, unknown> {
    tokens += 1;
    const claims = { iss: portal.issuer, aud: 'health-platform', sub: 'amina', iat: now(), events: EVENTS };
    const all: Record<string, unknown> = { ...claims, exp: now() + 60, jti: `token ${tokens}`, ...changes };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }

  const sign = ({ claims, key = portal.key, ...header }: TokenChanges = {}): Promise<string> => {
    const typ = header.typ ?? 'logout+jwt';
    return new SignJWT(createClaims(claims))
      .setProtectedHeader({ alg: key.alg, kid: key.kid, ...(typ !== '' && { typ }) })
      .sign(key.privateKey);
  };

  const post = (token: string) =>
    request(platform.origin).post(PATH).type('form').send({ logout_token: token });

  /** Signs a person in with a new browser, in a session of the portal. */
  async function signIn(sub: string, sid?: string): Promise<PlainCaller> {
    const idToken = encodeToken({ alg: 'ES256' }, { sub, ...(sid !== undefined && { sid }) }, 'signature');
    portal.handle('/token', respondJson({ access_token: 'a', id_token: idToken, token_type: 'Bearer' }));
    portal.handle('/userinfo', respondJson({ sub, email: `${sub}@example.org`, email_verified: true }));
    const browser = new Browser();
    const { redirect = '' } = await browser.get(`${platform.origin}/api/oauth/login`);
    const state = new URL(redirect).searchParams.get('state') ?? '';
    await browser.get(`${platform.origin}/api/oauth/callback?code=abc&state=${state}`);
    return new PlainCaller(platform.origin, `session=${browser.cookie(platform.origin, 'session') ?? ''}`);
  }

  const expectSignedIn = async (caller: PlainCaller) => {
    expect((await caller.get('auth.me')).status).toBe(200);
  };
  const expectSignedOut = async (caller: PlainCaller) => {
    expect(failure(await caller.get('auth.me'))).toStrictEqual(LOGIN_REQUIRED);
  };

  it('ends all sessions of the person, and none of others', async () => {
    const [first, second] = [await signIn('amina', 's1'), await signIn('amina')];
    const other = await signIn('juma');
    const response = await post(await sign()).expect(200);
    expect(response.headers['cache-control']).toBe('no-store');
    await expectSignedOut(first);
    await expectSignedOut(second);
    await expectSignedIn(other);
    const events = await eventsOfAction(platform.database, 'sessions.endAtPortal');
    expect(events.at(-1)).toMatchObject({ details: { by: 'portal', sessions: 2 } });
  });

  it('ends only the sessions of the portal’s session that it names', async () => {
    const [first, second] = [await signIn('amina', 's2'), await signIn('amina', 's3')];
    await post(await sign({ claims: { sid: 's2' } })).expect(200);
    await expectSignedOut(first);
    await expectSignedIn(second);
  });

  it('ends a session of which the portal has named none, beside the one that the token names', async () => {
    const [unnamed, other] = [await signIn('amina'), await signIn('amina', 's5')];
    await post(await sign({ claims: { sid: 's6' } })).expect(200);
    await expectSignedOut(unnamed);
    await expectSignedIn(other);
  });

  it.each([
    ['of a person without an account', 'nobody', undefined],
    ['of a person without a session', 'signed-out', undefined],
    ['of another session of the portal', 'elsewhere', 's7'],
  ])('%s ends and records nothing', async (_case, sub, sid) => {
    const caller = sub === 'nobody' ? undefined : await signIn(sub, 's8');
    if (sub === 'signed-out') await caller?.post('auth.logout');
    const before = await eventsOfAction(platform.database, 'sessions.endAtPortal');
    await post(await sign({ claims: { sub, sid } })).expect(200);
    expect(await eventsOfAction(platform.database, 'sessions.endAtPortal')).toEqual(before);
    if (caller && sub === 'elsewhere') await expectSignedIn(caller);
  });

  it.each([
    ['without a type', { typ: '' }],
    ['of the older type', { typ: 'JWT' }],
    ['without an expiry, as older portals send it', { claims: { exp: undefined } }],
  ])('is accepted by a token %s', async (_case, changes) => {
    const person = await signIn('amina');
    await post(await sign(changes)).expect(200);
    await expectSignedOut(person);
  });

  describe('by a token that', () => {
    let person: PlainCaller;
    let forged: SigningKey;

    beforeAll(async () => {
      person = await signIn('amina');
      forged = await createKey(portal.key.kid);
    });

    it.each<[string, () => Promise<string>]>([
      ['is signed with another key', () => sign({ key: forged })],
      [
        'is not signed',
        () => Promise.resolve(encodeToken({ alg: 'none', typ: 'logout+jwt' }, createClaims(), '')),
      ],
      ['is for another client', () => sign({ claims: { aud: 'other-client' } })],
      ['is for the API, as access tokens are', () => sign({ claims: { aud: platform.origin } })],
      ['is of another issuer', () => sign({ claims: { iss: 'https://other.test' } })],
      ['has expired', () => sign({ claims: { iat: now() - 900, exp: now() - 600 } })],
      ['is too old and has no expiry', () => sign({ claims: { iat: now() - 900, exp: undefined } })],
      ['is from the future', () => sign({ claims: { iat: now() + 900, exp: now() + 960 } })],
      ['has no time', () => sign({ claims: { iat: undefined } })],
      ['has no id', () => sign({ claims: { jti: undefined } })],
      ['has no event', () => sign({ claims: { events: undefined } })],
      ['has another event', () => sign({ claims: { events: { 'urn:other': {} } } })],
      ['has a nonce, as ID tokens have', () => sign({ claims: { nonce: 'n' } })],
      ['names nobody', () => sign({ claims: { sub: undefined, sid: 's4' } })],
      ['names a person with a NUL character', () => sign({ claims: { sub: 'amina\0' } })],
      ['is an access token', () => sign({ typ: 'at+jwt' })],
      ['is no token', () => Promise.resolve('token')],
    ])('%s is refused, and nobody is signed out', async (_case, create) => {
      const response = await post(await create());
      expect(response.status).toBe(400);
      expect(response.body).toEqual({
        error: 'invalid_request',
        error_description: 'not a valid logout token',
      });
      await expectSignedIn(person);
    });

    it.each([
      ['an empty form', 'application/x-www-form-urlencoded', ''],
      ['two tokens', 'application/x-www-form-urlencoded', 'logout_token=a&logout_token=b'],
      ['JSON', 'application/json', '{"logout_token":"a"}'],
      ['a long body', 'application/x-www-form-urlencoded', `logout_token=${'x'.repeat(20_000)}`],
    ])('is in %s is refused', async (_case, type, body) => {
      await request(platform.origin).post(PATH).type(type).send(body).expect(400);
      await expectSignedIn(person);
    });
  });

  it('is refused if the same token is sent again', async () => {
    const token = await sign();
    await post(token).expect(200);
    const person = await signIn('amina');
    await post(token).expect(400);
    await expectSignedIn(person);
  });

  it('of a token that another process has used ends no session that began after it', async () => {
    const claims = { iat: now() - 120 };
    const person = await signIn('amina');
    await post(await sign({ claims })).expect(200);
    await expectSignedIn(person);
  });

  it('is answered with 503 if the portal’s keys cannot be read', async () => {
    const other = await SigningPortal.start();
    other.handle('/jwks', respondJson({}, 500));
    const away = await startLoginPlatform(other.settings);
    await request(away.origin)
      .post(PATH)
      .type('form')
      .send({ logout_token: await sign() })
      .expect(503);
    const line = away.logLines.find((text) => text.includes('a logout token could not be checked'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ reason: expect.any(String) as string });
    expect(line).not.toContain('"err"');
    await away.close();
    await other.stop();
  });

  it('has a line for the first sixty refused tokens of a network in a minute, and the number of the others', async () => {
    const flooded = await startLoginPlatform({ ...portal.settings, TRUST_PROXY: '1' });
    const send = (address: string) =>
      request(flooded.origin)
        .post(PATH)
        .set('x-forwarded-for', address)
        .type('form')
        .send({ logout_token: 'junk' })
        .expect(400);
    for (let count = 0; count < 75; count += 1) await send('192.0.2.1');
    await send('192.0.2.2');
    await flooded.close();
    const refused = flooded.logLines.filter((line) => line.includes('a logout token was refused'));
    expect(refused).toHaveLength(61);
    // The line is of no request, so it is in the log of the suite's first platform.
    const numbers = platform.logLines.filter((line) => line.includes('refused further times'));
    expect(numbers.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({ refusal: 'logout tokens', network: '192.0.2.1', count: 15 }),
    ]);
  });

  it('leaves no token in the log', async () => {
    const token = await sign({ claims: { aud: 'other-client' } });
    await post(token).expect(400);
    expect(platform.logLines.join()).toContain('aud');
    expect(platform.logLines.join()).not.toContain(token);
    expect(platform.logLines.join()).not.toContain('amina');
  });
});
