import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { OAuth2 } from 'oauth';
import passport from 'passport';
import { type StateStore, Strategy } from 'passport-oauth2';
import { z } from 'zod';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { AccountStore } from '../accounts/account.store';
import { LoginAttemptStore } from './login-attempt.store';
import { PortalClient, type PortalEndpoints } from '../portal/portal.client';
import { PortalError } from '../portal/portal-error';
import { CALLBACK_PATH } from '../../../shared/login-paths';
import { readProfile } from './profile';
import { LoginRefusedException } from './login-refused.exception';

const tokenSchema = z.object({ access_token: z.string().min(1) });
const refusalSchema = z.object({ error: z.string() });

/** Never called: discovery puts the real address in its place before the first use. */
const UNKNOWN_ENDPOINT = 'https://portal.invalid/';

/**
 * The authorization code flow with PKCE (RFC 6749, RFC 7636). The protocol is passport-oauth2's; its calls to the
 * portal are ours, because the library's own have no deadline and no bound.
 */
@Injectable()
export class PortalStrategy extends PassportStrategy(Strategy) {
  /** Passport keeps strategies by name for the whole process; two applications in one must not share theirs. */
  readonly registeredAs = `portal ${randomUUID()}`;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    store: LoginAttemptStore,
    private readonly portal: PortalClient,
    private readonly accounts: AccountStore,
  ) {
    const { OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET, OAUTH_SCOPE, PUBLIC_URL } = environment;
    super({
      authorizationURL: UNKNOWN_ENDPOINT,
      tokenURL: UNKNOWN_ENDPOINT,
      clientID: OAUTH_CLIENT_ID,
      clientSecret: OAUTH_CLIENT_SECRET ?? '',
      callbackURL: `${PUBLIC_URL}${CALLBACK_PATH}`,
      scope: OAUTH_SCOPE.split(/\s+/).filter((scope) => scope !== ''),
      pkce: true,
      state: true,
      // The published types do not know the signature that a store has under PKCE.
      store: store as unknown as StateStore,
    });
    passport.use(this.registeredAs, this);
    this._oauth2 = new PortalOAuth2(portal, OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET);
  }

  /** Learns the portal's addresses, before a request is authenticated. */
  async prepare(): Promise<void> {
    const endpoints = await this.portal.endpoints();
    if (this._oauth2 instanceof PortalOAuth2) this._oauth2.use(endpoints);
  }

  override authorizationParams({ prompt }: { prompt?: string }): object {
    return prompt === undefined ? {} : { prompt };
  }

  override userProfile(accessToken: string, done: (error?: unknown, profile?: unknown) => void): void {
    this.readProfile(accessToken).then((profile) => {
      done(null, profile);
    }, done);
  }

  /** Passport's hook: the account of a profile, created or brought up to date. */
  async validate(
    _accessToken: string,
    _refreshToken: string,
    claims: unknown,
  ): Promise<{ accountId: string }> {
    const { issuer } = await this.portal.endpoints();
    return { accountId: await this.accounts.signIn(issuer, readProfile(claims, this.environment)) };
  }

  private async readProfile(accessToken: string): Promise<unknown> {
    const { userinfo } = await this.portal.endpoints();
    const { status, body } = await this.portal.get(userinfo, accessToken);
    if (status !== 200) throw new PortalError(`the profile was refused with status ${status}`);
    return body;
  }
}

/** Exchanges codes at the token endpoint (RFC 6749, section 4.1.3), within the request's deadline. */
class PortalOAuth2 extends OAuth2 {
  constructor(
    private readonly portal: PortalClient,
    clientId: string,
    private readonly secret: string | undefined,
  ) {
    super(clientId, secret ?? '', '', UNKNOWN_ENDPOINT, UNKNOWN_ENDPOINT);
  }

  use({ authorization, token }: PortalEndpoints): void {
    this._authorizeUrl = authorization;
    this._accessTokenUrl = token;
  }

  override getOAuthAccessToken(code: string, params: unknown, callback?: unknown): void {
    if (!isCallback(callback)) throw new TypeError('passport-oauth2 always passes a callback');
    this.exchange(code, z.record(z.string(), z.string()).parse(params)).then(
      (token) => {
        callback(null, token);
      },
      (error: unknown) => {
        callback(error);
      },
    );
  }

  private async exchange(code: string, params: Record<string, string>): Promise<string> {
    const form = new URLSearchParams({ ...params, code, client_id: this._clientId });
    if (this.secret !== undefined) form.set('client_secret', this.secret);
    const { status, body } = await this.portal.post(this._accessTokenUrl, form);
    const token = tokenSchema.safeParse(body);
    if (status === 200 && token.success) return token.data.access_token;
    const refusal = refusalSchema.safeParse(body);
    if (refusal.success && refusal.data.error === 'invalid_grant') {
      throw new LoginRefusedException('The portal no longer accepts this sign-in.', 400);
    }
    throw new PortalError(`the code was not exchanged: status ${status}`);
  }
}

function isCallback(value: unknown): value is (error: unknown, accessToken?: string) => void {
  return typeof value === 'function';
}
