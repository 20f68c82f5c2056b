import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type CryptoKey,
  type JWK,
  type JWTPayload,
  SignJWT,
  exportJWK,
  exportSPKI,
  generateKeyPair,
} from 'jose';
import { type FakePortal, respondJson, startFakePortal } from '../login/fake-portal';

/** `PUBLIC_URL` of the tests, which is the audience of tokens. */
export const AUDIENCE = 'http://localhost:3000';

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
  /** The public key in PEM. */
  readonly pem: string;
}

export async function createKey(kid: string, alg = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  return { kid, alg, privateKey, publicKey, jwk, pem: await exportSPKI(publicKey) };
}

/** Changes to a valid token. The value undefined removes a claim or a header field. */
export interface TokenChanges {
  readonly claims?: JWTPayload;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: SigningKey;
}

/** A portal on loopback that signs tokens, publishes its keys, and introspects opaque tokens. */
export class SigningPortal {
  /** The forms of all introspection requests. */
  readonly forms: URLSearchParams[] = [];
  private readonly requestCounts = new Map<string, number>();
  private keys: SigningKey[];
  private readonly sendKeys: RequestListener = (request, response) => {
    respondJson({ keys: this.keys.map(({ jwk }) => jwk) })(request, response);
  };

  private constructor(
    private readonly portal: FakePortal,
    readonly key: SigningKey,
  ) {
    this.keys = [key];
    this.handle('/jwks', this.sendKeys);
  }

  static async start(): Promise<SigningPortal> {
    return new SigningPortal(await startFakePortal(), await createKey('first'));
  }

  get issuer(): string {
    return this.portal.issuer;
  }

  /** The settings of a platform that uses this portal. */
  get settings(): Record<string, string> {
    const client = { OAUTH_CLIENT_ID: 'health-platform', OAUTH_CLIENT_SECRET: 'platform-secret' };
    return { OAUTH_ISSUER: this.issuer, ...client };
  }

  publish(...keys: SigningKey[]): void {
    this.keys = keys;
    this.handle('/jwks', this.sendKeys);
  }

  handle(path: string, handler: RequestListener): void {
    this.portal.handle(path, (request, response) => {
      this.requestCounts.set(path, this.countRequests(path) + 1);
      handler(request, response);
    });
  }

  stop(): Promise<void> {
    return this.portal.stop();
  }

  /** Returns the number of requests to a path since its first call of `handle`. */
  countRequests(path: string): number {
    return this.requestCounts.get(path) ?? 0;
  }

  /** Sets the response to every introspection. */
  setIntrospection(result: unknown, status = 200): void {
    this.handle('/introspection', (request, response) => {
      void text(request).then((body) => {
        this.forms.push(new URLSearchParams(body));
        respondJson(result, status)(request, response);
      });
    });
  }

  /** Returns the claims of a token of the client clinic, valid for a minute. */
  createClaims(): JWTPayload {
    const now = Math.floor(Date.now() / 1_000);
    return {
      iss: this.issuer,
      aud: AUDIENCE,
      sub: 'clinic',
      client_id: 'clinic',
      scope: 'role:doctor country:KE',
      iat: now,
      exp: now + 60,
      jti: 'a-token',
    };
  }

  /** Returns a token of the client clinic, valid for a minute. */
  sign({ claims = {}, header = {}, key = this.key }: TokenChanges = {}): Promise<string> {
    const payload = withoutUndefined({ ...this.createClaims(), ...claims });
    const protectedHeader = withoutUndefined({ alg: key.alg, kid: key.kid, typ: 'at+jwt', ...header });
    return new SignJWT(payload)
      .setProtectedHeader(protectedHeader)
      .sign(key.privateKey, { crit: { 'urn:example:critical': true } });
  }
}

function withoutUndefined<Value extends object>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** Returns a token in compact form with any header and signature. */
export function encodeToken(header: object, payload: object, signature: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(payload)}.${signature}`;
}
