import { createHmac } from 'node:crypto';
import type { JWTPayload } from 'jose';
import request from 'supertest';
import { startPlatform, suitePlatform } from '../../../support/platform';
import { LOGIN_REQUIRED, failure, payload } from '../../../support/plain-caller';
import { callWithToken, fetchMe } from './call-with-token';
import {
  type SigningKey,
  type TokenChanges,
  AUDIENCE,
  SigningPortal,
  createKey,
  encodeToken,
} from './signing-portal';

/** Reasons in the log. */
const WRONG_SIGNATURE = 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED';
const WRONG_CLAIM = 'ERR_JWT_CLAIM_VALIDATION_FAILED';
const WRONG_TYPE = 'its header’s typ is neither at+jwt nor JWT';
const ID_TOKEN = 'it is an ID token or a logout token';
const NO_ACCESS_TOKEN = 'it is no access token';
const NOT_FOR_CLIENT = 'it was not issued to the client itself';
const NOT_ONE_CLIENT = 'it does not name one client';
const SEVERAL_COUNTRIES = 'it names several countries';

const JWT = { typ: 'JWT' };

/** Claims of Keycloak for the service account of a client. */
const KEYCLOAK = {
  sub: '0a1f3a52-6d7e-4a37-9a53-5f0b7c6f2b11',
  typ: 'Bearer',
  azp: 'clinic',
  client_id: 'clinic',
  preferred_username: 'service-account-clinic',
};

describe('signed access token', () => {
  let portal: SigningPortal;
  let otherKey: SigningKey;

  beforeAll(async () => {
    portal = await SigningPortal.start();
    otherKey = await createKey('first');
  });
  const platform = suitePlatform(() => ({ ...portal.settings, TRUST_PROXY: '1' }));
  let addresses = 0;
  afterAll(() => portal.stop());

  const nowSeconds = () => Math.floor(Date.now() / 1_000);

  /** Checks that a protected and a public procedure refuse the token, and that the log has the reason. */
  const expectRefused = async (token: string, reason?: string): Promise<void> => {
    for (const procedure of ['auth.me', 'specialties.list']) {
      const linesBefore = platform.logLines.length;
      // Of each network, only some refusals have lines.
      const from = `2001:db8:${(addresses += 1).toString(16)}::1`;
      const response = await callWithToken({ ...platform, from }, token, [procedure]);
      expect(failure(response)).toEqual(LOGIN_REQUIRED);
      expect(response.headers['www-authenticate']).toContain('error="invalid_token"');
      expect(response.headers['set-cookie']).toBeUndefined();
      const lines = platform.logLines.slice(linesBefore).join('');
      expect(lines).toContain(reason === undefined ? 'an access token was refused' : `"reason":"${reason}"`);
      expect(lines + JSON.stringify(response.body)).not.toContain(token.slice(0, 40));
    }
  };

  it('authenticates its client', async () => {
    const me = await fetchMe(platform, await portal.sign());
    expect(me).toMatchObject({ name: 'clinic', email: '', role: 'doctor' });
  });

  it.each<[string, TokenChanges]>([
    ['has the header typ JWT', { header: JWT }],
    ['has the header typ application/at+jwt', { header: { typ: 'application/AT+JWT' } }],
    ['has several audiences', { claims: { aud: ['https://other.example', AUDIENCE] } }],
    ['is an access token of Keycloak', { header: JWT, claims: KEYCLOAK }],
    [
      'is an access token of Auth0',
      { claims: { sub: 'clinic@clients', azp: 'clinic', gty: 'client-credentials' } },
    ],
    ['has its scopes in scp', { claims: { scope: undefined, scp: ['role:doctor'] } }],
  ])('is accepted if it %s', async (_case, changes) => {
    const me = await fetchMe(platform, await portal.sign(changes));
    expect(me).toMatchObject({ name: 'clinic', role: 'doctor' });
  });

  it.each(['RS256', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'])('can be signed with %s', async (alg) => {
    const key = await createKey(`key of ${alg}`, alg);
    const other = await SigningPortal.start();
    const otherPlatform = await startPlatform(other.settings);
    other.publish(other.key, key);
    expect(await fetchMe(otherPlatform, await other.sign({ key }))).toMatchObject({ name: 'clinic' });
    await otherPlatform.close();
    await other.stop();
  });

  it('is refused with an algorithm that is not in OAUTH_TOKEN_ALGORITHMS', async () => {
    const other = await SigningPortal.start();
    const strict = await startPlatform({ ...other.settings, OAUTH_TOKEN_ALGORITHMS: 'ES256, PS256' });
    const keys = new Map<string, SigningKey>();
    for (const alg of ['RS256', 'RS384', 'RS512', 'PS256', 'ES384', 'EdDSA'])
      keys.set(alg, await createKey(`key of ${alg}`, alg));
    other.publish(other.key, ...keys.values());
    const responses = new Map<string, request.Response>();
    for (const [alg, key] of keys.set(other.key.alg, other.key))
      responses.set(alg, await callWithToken(strict, await other.sign({ key }), ['auth.me']));
    await strict.close();
    await other.stop();
    const accepted = [...responses].filter(([, { status }]) => status === 200).map(([alg]) => alg);
    expect(accepted).toEqual(['PS256', 'ES256']);
    for (const [alg, response] of responses)
      if (!accepted.includes(alg)) expect(failure(response)).toEqual(LOGIN_REQUIRED);
    const reasons = strict.logLines.filter((line) => line.includes('ERR_JOSE_ALG_NOT_ALLOWED'));
    expect(reasons).toHaveLength(5);
  });

  it('is accepted with the scheme Bearer in any case', async () => {
    const token = await portal.sign();
    for (const header of [`bearer ${token}`, `BEARER  ${token}`]) {
      payload(await request(platform.server).get('/api/trpc/auth.me').set('Authorization', header));
    }
  });

  it('is accepted within the clock skew and refused beyond it', async () => {
    const signClaims = (claims: JWTPayload) => portal.sign({ claims });
    const clinic = { name: 'clinic' };
    expect(await fetchMe(platform, await signClaims({ exp: nowSeconds() - 25 }))).toMatchObject(clinic);
    expect(await fetchMe(platform, await signClaims({ nbf: nowSeconds() + 25 }))).toMatchObject(clinic);
    await expectRefused(await signClaims({ exp: nowSeconds() - 35 }), 'ERR_JWT_EXPIRED');
    await expectRefused(await signClaims({ nbf: nowSeconds() + 40 }), `${WRONG_CLAIM}: nbf`);
  });

  it.each<[string, TokenChanges, string]>([
    ['has no expiry', { claims: { exp: undefined } }, `${WRONG_CLAIM}: exp`],
    [
      'has an expiry that is not a number',
      { claims: { exp: 'never' as unknown as number } },
      `${WRONG_CLAIM}: exp`,
    ],
    ['has another audience', { claims: { aud: 'https://other.example' } }, `${WRONG_CLAIM}: aud`],
    [
      'has an audience that starts with that of the platform',
      { claims: { aud: `${AUDIENCE}.evil.example` } },
      `${WRONG_CLAIM}: aud`,
    ],
    ['has no audience', { claims: { aud: undefined } }, `${WRONG_CLAIM}: aud`],
    [
      'has the client id of the platform as audience, like an ID token',
      { claims: { aud: 'health-platform' } },
      `${WRONG_CLAIM}: aud`,
    ],
    ['has another issuer', { claims: { iss: 'https://other.example' } }, `${WRONG_CLAIM}: iss`],
    ['has no issuer', { claims: { iss: undefined } }, `${WRONG_CLAIM}: iss`],
    ['has no header typ', { header: { typ: undefined } }, WRONG_TYPE],
    ['has the header typ of a logout token', { header: { typ: 'logout+jwt' } }, WRONG_TYPE],
    [
      'has an unknown critical header',
      { header: { crit: ['urn:example:critical'], 'urn:example:critical': true } },
      'ERR_JOSE_NOT_SUPPORTED',
    ],
    ['has at_hash, like an ID token', { header: JWT, claims: { at_hash: 'x' } }, ID_TOKEN],
    ['has a nonce, like an ID token', { header: JWT, claims: { nonce: 'x' } }, ID_TOKEN],
    ['is an ID token of Keycloak', { header: JWT, claims: { ...KEYCLOAK, typ: 'ID' } }, NO_ACCESS_TOKEN],
    [
      'is a refresh token of Keycloak',
      { header: JWT, claims: { ...KEYCLOAK, typ: 'Refresh' } },
      NO_ACCESS_TOKEN,
    ],
    ['has the token_use of an ID token', { header: JWT, claims: { token_use: 'id' } }, NO_ACCESS_TOKEN],
    ['is bound to a key', { claims: { cnf: { jkt: 'x' } } }, 'it is bound to a key of its client'],
    ['is for a person', { claims: { sub: 'amina' } }, NOT_FOR_CLIENT],
    [
      'is for a person with the user name of a service account',
      { claims: { sub: 'amina', preferred_username: 'service-account-clinic' } },
      NOT_FOR_CLIENT,
    ],
    ['is for a person at Keycloak', { claims: { ...KEYCLOAK, preferred_username: 'amina' } }, NOT_FOR_CLIENT],
    ['has no subject', { claims: { sub: undefined } }, NOT_FOR_CLIENT],
    ['has no client', { claims: { client_id: undefined } }, NOT_ONE_CLIENT],
    ['has two clients', { claims: { azp: 'pharmacy' } }, NOT_ONE_CLIENT],
    ['has a client that is not text', { claims: { client_id: 7 } }, NOT_ONE_CLIENT],
    ['has a client with a NUL character', { claims: { sub: 'a\0b', client_id: 'a\0b' } }, NOT_ONE_CLIENT],
    ['has an object as scopes', { claims: { scope: { role: 'admin' } } }, 'its scopes cannot be read'],
    ['has two countries', { claims: { scope: 'country:KE country:UG' } }, SEVERAL_COUNTRIES],
    ['has one country and all countries', { claims: { scope: 'country:KE country:*' } }, SEVERAL_COUNTRIES],
    ['has an unknown country', { claims: { scope: 'country:Kenya' } }, 'its country cannot be read'],
  ])('is refused if it %s', async (_case, changes, reason) => {
    await expectRefused(await portal.sign(changes), reason);
  });

  it('is refused if its claims were changed', async () => {
    const [header, , signature] = (await portal.sign()).split('.');
    const claims = Buffer.from(JSON.stringify({ ...portal.createClaims(), scope: 'role:admin country:*' }));
    const changed = `${header ?? ''}.${claims.toString('base64url')}.${signature ?? ''}`;
    await expectRefused(changed, WRONG_SIGNATURE);
  });

  it('is refused if another key with the same kid signed it', async () => {
    await expectRefused(await portal.sign({ key: otherKey }), WRONG_SIGNATURE);
  });

  it('is refused if its header contains a key or the address of one', async () => {
    const attacker = await SigningPortal.start();
    attacker.publish(otherKey);
    const jku = `${attacker.issuer}/jwks`;
    for (const header of [{ jwk: otherKey.jwk }, { jku }, { x5u: jku }, { x5c: ['MIIB'] }]) {
      await expectRefused(await portal.sign({ key: otherKey, header }), WRONG_SIGNATURE);
    }
    expect(attacker.countRequests('/jwks')).toBe(0);
    await attacker.stop();
  });

  it.each(['none', 'None', 'NONE', ''])('is refused if its algorithm is "%s"', async (alg) => {
    await expectRefused(encodeToken({ alg, typ: 'at+jwt', kid: 'first' }, portal.createClaims(), ''));
    await expectRefused(encodeToken({ alg, typ: 'at+jwt' }, portal.createClaims(), 'AAAA'));
  });

  it('is refused if it is signed with the public key as a shared secret', async () => {
    const rsa = await createKey('first', 'RS256');
    for (const { pem, jwk } of [portal.key, rsa]) {
      const secrets = [pem, pem.trim(), JSON.stringify(jwk), jwk.n ?? jwk.x ?? ''];
      for (const [alg, hash] of [
        ['HS256', 'sha256'],
        ['HS512', 'sha512'],
      ] as const) {
        for (const secret of secrets) {
          const header = { alg, typ: 'at+jwt', kid: 'first' };
          const unsigned = encodeToken(header, portal.createClaims(), '').slice(0, -1);
          const signature = createHmac(hash, secret).update(unsigned).digest('base64url');
          await expectRefused(`${unsigned}.${signature}`, 'ERR_JOSE_ALG_NOT_ALLOWED');
        }
      }
    }
  });

  it.each([
    ['empty', ''],
    ['two words', 'abc def'],
    ['not ASCII', 'tök€n'],
    ['quoted', '"abc"'],
    ['three parts without JSON', 'a.b.c'],
    ['one dot', '.'],
    ['a header that is not an object', `${Buffer.from('7').toString('base64url')}.e30.AAAA`],
  ])('is refused if it is %s', async (_case, token) => {
    const header = Buffer.from(`Bearer ${token}`).toString('latin1').trim();
    const call = request(platform.server).get('/api/trpc/specialties.list').set('Authorization', header);
    expect(failure(await call)).toEqual(LOGIN_REQUIRED);
  });

  it('is refused if it is too long', async () => {
    await expectRefused(await portal.sign({ claims: { padding: 'x'.repeat(7_000) } }), 'it is too long');
  });

  it('is not read from the query or the body', async () => {
    const token = await portal.sign();
    const byQuery = await request(platform.server).get('/api/trpc/auth.me').query({ access_token: token });
    expect(failure(byQuery)).toEqual(LOGIN_REQUIRED);
    const body = { 0: { json: {} }, access_token: token };
    const byBody = await request(platform.server).post('/api/trpc/auth.me').send(body);
    expect(failure(byBody)).toEqual(LOGIN_REQUIRED);
    const form = request(platform.server).post('/api/trpc/auth.me').type('form');
    await form.send({ access_token: token }).expect(415);
  });

  it('has a line for the first sixty refusals of a network in a minute, and the number of the others', async () => {
    const linesBefore = platform.logLines.length;
    const flooded = await startPlatform({ ...portal.settings, TRUST_PROXY: '1' });
    for (let count = 0; count < 75; count += 1)
      await callWithToken({ ...flooded, from: '192.0.2.1' }, 'junk', ['specialties.list']);
    await callWithToken({ ...flooded, from: '192.0.2.2' }, 'junk', ['specialties.list']);
    await flooded.close();
    const refused = flooded.logLines.filter((line) => line.includes('an access token was refused'));
    expect(refused).toHaveLength(61);
    // The line is of no request, so it is in the log of the suite's first platform.
    const numbers = platform.logLines
      .slice(linesBefore)
      .filter((line) => line.includes('access tokens were refused further times'));
    expect(numbers.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({ refusal: 'access tokens', network: '192.0.2.1', count: 15 }),
    ]);
  });

  it('is never logged, valid or not', () => {
    expect(platform.logLines.length).toBeGreaterThan(100);
    expect(platform.logLines.join('')).not.toMatch(/eyJ|Bearer /);
  });
});
