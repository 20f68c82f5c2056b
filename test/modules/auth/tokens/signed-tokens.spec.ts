import { createHmac } from 'node:crypto';
import type { JWTPayload } from 'jose';
import request from 'supertest';
import { type Platform, startPlatform } from '../../../support/platform';
import { LOGIN_REQUIRED, failure, payload } from '../../../support/plain-caller';
import { callWith, meOf } from './bearer-caller';
import {
  type SigningKey,
  type TokenChanges,
  AUDIENCE,
  SigningPortal,
  compact,
  newKey,
} from './signing-portal';

/** The claims of a token that Keycloak gives to a client with a service account. */
const KEYCLOAK = {
  sub: '0a1f3a52-6d7e-4a37-9a53-5f0b7c6f2b11',
  typ: 'Bearer',
  azp: 'clinic',
  client_id: 'clinic',
  preferred_username: 'service-account-clinic',
};

describe('a signed access token', () => {
  let portal: SigningPortal;
  let platform: Platform;
  let stranger: SigningKey;

  beforeAll(async () => {
    portal = await SigningPortal.start();
    platform = await startPlatform(portal.settings);
    stranger = await newKey('first');
  });

  afterAll(async () => {
    await platform.close();
    await portal.broken.stop();
  });

  const now = () => Math.floor(Date.now() / 1_000);

  /** Refused on a procedure that needs somebody and on a public one, with the same words, and the log says why. */
  const expectRefused = async (token: string, reason?: string): Promise<void> => {
    for (const procedure of ['auth.me', 'specialties.list']) {
      const logged = platform.logLines.length;
      const response = await callWith(platform, token, [procedure]);
      expect(failure(response)).toEqual(LOGIN_REQUIRED);
      expect(response.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
      expect(response.headers['set-cookie']).toBeUndefined();
      const lines = platform.logLines.slice(logged).join('');
      expect(lines).toContain(reason === undefined ? 'an access token was refused' : `"reason":"${reason}"`);
      expect(lines + JSON.stringify(response.body)).not.toContain(token.slice(0, 40));
    }
  };

  it('lets its client call', async () => {
    expect(await meOf(platform, await portal.sign())).toMatchObject({
      name: 'clinic',
      email: '',
      role: 'doctor',
    });
  });

  it.each<[string, TokenChanges]>([
    ['says JWT in its header', { header: { typ: 'JWT' } }],
    ['says application/at+jwt in its header', { header: { typ: 'application/AT+JWT' } }],
    ['is for several audiences, ours among them', { claims: { aud: ['https://other.example', AUDIENCE] } }],
    ['is Keycloak’s, for the service account of a client', { header: { typ: 'JWT' }, claims: KEYCLOAK }],
    ['is Auth0’s', { claims: { sub: 'clinic@clients', azp: 'clinic', gty: 'client-credentials' } }],
    ['calls its scopes scp', { claims: { scope: undefined, scp: ['role:doctor'] } }],
  ])('is taken where it %s', async (_case, changes) => {
    expect(await meOf(platform, await portal.sign(changes))).toMatchObject({
      name: 'clinic',
      role: 'doctor',
    });
  });

  it.each(['RS256', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'])('may be signed by %s', async (alg) => {
    const key = await newKey(`key of ${alg}`, alg);
    const other = await SigningPortal.start();
    const own = await startPlatform(other.settings);
    other.publish(other.key, key);
    expect(await meOf(own, await other.sign({ key }))).toMatchObject({ name: 'clinic' });
    await own.close();
    await other.broken.stop();
  });

  it('is taken by its scheme in any case', async () => {
    const token = await portal.sign();
    for (const header of [`bearer ${token}`, `BEARER  ${token}`]) {
      payload(await request(platform.server).get('/api/trpc/auth.me').set('Authorization', header));
    }
  });

  it('is taken while clocks differ by less than the skew, and refused beyond it', async () => {
    const claimsOf = (claims: JWTPayload) => portal.sign({ claims });
    expect(await meOf(platform, await claimsOf({ exp: now() - 25 }))).toMatchObject({ name: 'clinic' });
    expect(await meOf(platform, await claimsOf({ nbf: now() + 25 }))).toMatchObject({ name: 'clinic' });
    await expectRefused(await claimsOf({ exp: now() - 35 }), 'ERR_JWT_EXPIRED');
    await expectRefused(await claimsOf({ nbf: now() + 40 }), 'ERR_JWT_CLAIM_VALIDATION_FAILED: nbf');
  });

  it.each<[string, TokenChanges, string]>([
    ['never expires', { claims: { exp: undefined } }, 'ERR_JWT_CLAIM_VALIDATION_FAILED: exp'],
    [
      'expires at no number',
      { claims: { exp: 'never' as unknown as number } },
      'ERR_JWT_CLAIM_VALIDATION_FAILED: exp',
    ],
    [
      'is for another audience',
      { claims: { aud: 'https://other.example' } },
      'ERR_JWT_CLAIM_VALIDATION_FAILED: aud',
    ],
    [
      'is for an audience that begins like ours',
      { claims: { aud: `${AUDIENCE}.evil.example` } },
      'ERR_JWT_CLAIM_VALIDATION_FAILED: aud',
    ],
    ['is for nobody', { claims: { aud: undefined } }, 'ERR_JWT_CLAIM_VALIDATION_FAILED: aud'],
    [
      'is for this platform’s own client, as an ID token is',
      { claims: { aud: 'health-platform' } },
      'ERR_JWT_CLAIM_VALIDATION_FAILED: aud',
    ],
    [
      'is another issuer’s',
      { claims: { iss: 'https://other.example' } },
      'ERR_JWT_CLAIM_VALIDATION_FAILED: iss',
    ],
    ['names no issuer', { claims: { iss: undefined } }, 'ERR_JWT_CLAIM_VALIDATION_FAILED: iss'],
    ['has no type', { header: { typ: undefined } }, 'its header’s typ is neither at+jwt nor JWT'],
    [
      'is a logout token by its type',
      { header: { typ: 'logout+jwt' } },
      'its header’s typ is neither at+jwt nor JWT',
    ],
    [
      'has a critical header that nobody knows',
      { header: { crit: ['urn:example:critical'], 'urn:example:critical': true } },
      'ERR_JOSE_NOT_SUPPORTED',
    ],
    [
      'is an ID token by its at_hash',
      { header: { typ: 'JWT' }, claims: { at_hash: 'x' } },
      'it is an ID token or a logout token',
    ],
    [
      'is an ID token by its nonce',
      { header: { typ: 'JWT' }, claims: { nonce: 'x' } },
      'it is an ID token or a logout token',
    ],
    [
      'is Keycloak’s ID token',
      { header: { typ: 'JWT' }, claims: { ...KEYCLOAK, typ: 'ID' } },
      'it is no access token',
    ],
    [
      'is Keycloak’s refresh token',
      { header: { typ: 'JWT' }, claims: { ...KEYCLOAK, typ: 'Refresh' } },
      'it is no access token',
    ],
    [
      'is an ID token by its use',
      { header: { typ: 'JWT' }, claims: { token_use: 'id' } },
      'it is no access token',
    ],
    ['is bound to a key', { claims: { cnf: { jkt: 'x' } } }, 'it is bound to a key of its client'],
    ['is a person’s', { claims: { sub: 'amina' } }, 'it was not issued to the client itself'],
    [
      'is a person’s who calls themselves like a service account',
      { claims: { sub: 'amina', preferred_username: 'service-account-clinic' } },
      'it was not issued to the client itself',
    ],
    [
      'is a person’s at Keycloak',
      { claims: { ...KEYCLOAK, preferred_username: 'amina' } },
      'it was not issued to the client itself',
    ],
    ['has no subject', { claims: { sub: undefined } }, 'it was not issued to the client itself'],
    ['names no client', { claims: { client_id: undefined } }, 'it does not name one client'],
    ['names two clients', { claims: { azp: 'pharmacy' } }, 'it does not name one client'],
    ['names a client that is no text', { claims: { client_id: 7 } }, 'it does not name one client'],
    [
      'names a client that no database keeps',
      { claims: { sub: 'a\0b', client_id: 'a\0b' } },
      'it does not name one client',
    ],
    ['has scopes that are none', { claims: { scope: { role: 'admin' } } }, 'its scopes cannot be read'],
    ['names two countries', { claims: { scope: 'country:KE country:UG' } }, 'it names several countries'],
    [
      'names a country and all of them',
      { claims: { scope: 'country:KE country:*' } },
      'it names several countries',
    ],
    ['names a country that is none', { claims: { scope: 'country:Kenya' } }, 'its country cannot be read'],
  ])('is refused where it %s', async (_case, changes, reason) => {
    await expectRefused(await portal.sign(changes), reason);
  });

  it('is refused where somebody changed it', async () => {
    const [header, , signature] = (await portal.sign()).split('.');
    const claims = Buffer.from(JSON.stringify({ ...portal.claims(), scope: 'role:admin country:*' }));
    await expectRefused(
      `${header ?? ''}.${claims.toString('base64url')}.${signature ?? ''}`,
      'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    );
  });

  it('is refused where a key of the same name signed it that is not the portal’s', async () => {
    await expectRefused(await portal.sign({ key: stranger }), 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED');
  });

  it('is refused where it brings its own key, or says where that is', async () => {
    const attacker = await SigningPortal.start();
    attacker.publish(stranger);
    const jku = `${attacker.issuer}/jwks`;
    for (const header of [{ jwk: stranger.jwk }, { jku }, { x5u: jku }, { x5c: ['MIIB'] }]) {
      await expectRefused(
        await portal.sign({ key: stranger, header }),
        'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
      );
    }
    expect(attacker.timesAsked('/jwks')).toBe(0);
    await attacker.broken.stop();
  });

  it.each(['none', 'None', 'NONE', ''])('is refused unsigned, by the algorithm "%s"', async (alg) => {
    await expectRefused(compact({ alg, typ: 'at+jwt', kid: 'first' }, portal.claims(), ''));
    await expectRefused(compact({ alg, typ: 'at+jwt' }, portal.claims(), 'AAAA'));
  });

  it('is refused where the public key served as a shared secret', async () => {
    const rsa = await newKey('first', 'RS256');
    for (const { pem, jwk } of [portal.key, rsa]) {
      const secrets = [pem, pem.trim(), JSON.stringify(jwk), jwk.n ?? jwk.x ?? ''];
      for (const [alg, hash] of [
        ['HS256', 'sha256'],
        ['HS512', 'sha512'],
      ] as const) {
        for (const secret of secrets) {
          const unsigned = compact({ alg, typ: 'at+jwt', kid: 'first' }, portal.claims(), '').slice(0, -1);
          const signature = createHmac(hash, secret).update(unsigned).digest('base64url');
          await expectRefused(`${unsigned}.${signature}`, 'ERR_JOSE_ALG_NOT_ALLOWED');
        }
      }
    }
  });

  it.each([
    ['empty', ''],
    ['two tokens', 'abc def'],
    ['not ASCII', 'tök€n'],
    ['quoted', '"abc"'],
    ['three dots and no JSON', 'a.b.c'],
    ['of one character', '.'],
    ['a header that is no object', `${Buffer.from('7').toString('base64url')}.e30.AAAA`],
  ])('is refused where it is %s', async (_case, token) => {
    const header = Buffer.from(`Bearer ${token}`).toString('latin1').trim();
    const response = await request(platform.server)
      .get('/api/trpc/specialties.list')
      .set('Authorization', header);
    expect(failure(response)).toEqual(LOGIN_REQUIRED);
  });

  it('is refused where it is enormous', async () => {
    await expectRefused(await portal.sign({ claims: { padding: 'x'.repeat(7_000) } }), 'it is too long');
  });

  it('is not looked for in the address or the body', async () => {
    const token = await portal.sign();
    const byQuery = await request(platform.server).get('/api/trpc/auth.me').query({ access_token: token });
    expect(failure(byQuery)).toEqual(LOGIN_REQUIRED);
    const byBody = await request(platform.server)
      .post('/api/trpc/auth.me')
      .send({ 0: { json: {} }, access_token: token });
    expect(failure(byBody)).toEqual(LOGIN_REQUIRED);
    const byForm = await request(platform.server)
      .post('/api/trpc/auth.me')
      .type('form')
      .send({ access_token: token });
    expect(byForm.status).toBe(415);
  });

  it('is in no line of the log, good or bad', () => {
    expect(platform.logLines.length).toBeGreaterThan(100);
    expect(platform.logLines.join('')).not.toMatch(/eyJ|Bearer /);
  });
});
