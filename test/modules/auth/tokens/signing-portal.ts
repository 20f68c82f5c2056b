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
import { type Behaviour, type BrokenPortal, json, startBrokenPortal } from '../login/broken-portal';

/** What `PUBLIC_URL` is in these tests, and so the audience of tokens. */
export const AUDIENCE = 'http://localhost:3000';

/** A key that a portal signs with. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
  /** The public key as a file of it would read. */
  readonly pem: string;
}

export async function newKey(kid: string, alg = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  return { kid, alg, privateKey, publicKey, jwk, pem: await exportSPKI(publicKey) };
}

/** What a test changes about a token that is good otherwise; undefined takes a claim or a header away. */
export interface TokenChanges {
  readonly claims?: JWTPayload;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: SigningKey;
}

/** A portal on loopback that signs tokens, publishes its keys, and says what opaque tokens are. */
export class SigningPortal {
  /** How often each path was asked. */
  readonly asked = new Map<string, number>();
  /** The forms that introspection was sent. */
  readonly forms: URLSearchParams[] = [];
  private keys: SigningKey[];

  private constructor(
    readonly broken: BrokenPortal,
    readonly key: SigningKey,
  ) {
    this.keys = [key];
    this.behave('/jwks', this.publishing());
  }

  static async start(): Promise<SigningPortal> {
    return new SigningPortal(await startBrokenPortal(), await newKey('first'));
  }

  get issuer(): string {
    return this.broken.issuer;
  }

  /** The settings of a platform that uses it. */
  get settings(): Record<string, string> {
    return {
      OAUTH_ISSUER: this.issuer,
      OAUTH_CLIENT_ID: 'health-platform',
      OAUTH_CLIENT_SECRET: 'platform-secret',
    };
  }

  /** Publishes these keys from now on. */
  publish(...keys: SigningKey[]): void {
    this.keys = keys;
    this.behave('/jwks', this.publishing());
  }

  behave(path: string, behaviour: Behaviour): void {
    this.broken.behave(path, (request, response) => {
      this.asked.set(path, this.timesAsked(path) + 1);
      behaviour(request, response);
    });
  }

  timesAsked(path: string): number {
    return this.asked.get(path) ?? 0;
  }

  /** Answers introspection with this about every token. */
  introspects(answer: unknown, status = 200): void {
    this.behave('/introspection', (request, response) => {
      void text(request).then((body) => {
        this.forms.push(new URLSearchParams(body));
        json(answer, status)(request, response);
      });
    });
  }

  /** The claims of a clinic's own token, valid for a minute. */
  claims(): JWTPayload {
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

  /** A clinic's own token, valid for a minute. */
  sign({ claims = {}, header = {}, key = this.key }: TokenChanges = {}): Promise<string> {
    const payload = withoutUndefined({ ...this.claims(), ...claims });
    const protectedHeader = withoutUndefined({ alg: key.alg, kid: key.kid, typ: 'at+jwt', ...header });
    return new SignJWT(payload)
      .setProtectedHeader(protectedHeader)
      .sign(key.privateKey, { crit: { 'urn:example:critical': true } });
  }

  private publishing(): Behaviour {
    return (request, response) => {
      json({ keys: this.keys.map(({ jwk }) => jwk) })(request, response);
    };
  }
}

function withoutUndefined<Value extends object>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** A token put together by hand, as no library would. */
export function compact(header: object, payload: object, signature: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(payload)}.${signature}`;
}
