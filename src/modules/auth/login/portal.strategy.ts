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
import { AuthenticationContextService } from './authentication-context.service';
import { LoginAttemptStore } from './login-attempt.store';
import { PortalClient, type PortalEndpoints } from '../portal/portal.client';
import { PortalError } from '../portal/portal-error';
import type { PortalTokens } from '../portal/portal-tokens';
import { CALLBACK_PATH } from '../../../shared/login-paths';
import { readProfile } from './profile';
import { LoginRefusedException } from './login-refused.exception';

const optionalToken = z.string().min(1).optional().catch(undefined);
const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: optionalToken,
  id_token: optionalToken,
});
type TokenResponse = z.output<typeof tokenSchema>;

const refusalSchema = z.object({ error: z.string() });

/** Passport requires URLs at construction. `loadEndpoints` replaces them before the first request. */
const PLACEHOLDER_URL = 'https://portal.invalid/';

/**
 * The authorization code flow with PKCE (RFC 6749, RFC 7636). Requests to the portal are sent by PortalClient, because
 * those of passport-oauth2 have no deadline and no size limit.
 */
@Injectable()
export class PortalStrategy extends PassportStrategy(Strategy, undefined, true) {
  /** Unique, because passport registers strategies by name for the whole process, which may run two applications. */
  readonly strategyName = `portal ${randomUUID()}`;

  private readonly client: PortalOAuth2;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    store: LoginAttemptStore,
    private readonly portal: PortalClient,
    private readonly accounts: AccountStore,
    private readonly authenticationContext: AuthenticationContextService,
  ) {
    const { OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET, OAUTH_SCOPE, PUBLIC_URL } = environment;
    super({
      authorizationURL: PLACEHOLDER_URL,
      tokenURL: PLACEHOLDER_URL,
      clientID: OAUTH_CLIENT_ID,
      clientSecret: OAUTH_CLIENT_SECRET ?? '',
      callbackURL: `${PUBLIC_URL}${CALLBACK_PATH}`,
      scope: OAUTH_SCOPE.split(/\s+/).filter((scope) => scope !== ''),
      pkce: true,
      state: true,
      // The published types lack the signature of a store for PKCE.
      store: store as unknown as StateStore,
    });
    passport.use(this.strategyName, this);
    this.client = new PortalOAuth2(portal, OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET);
    this._oauth2 = this.client;
  }

  /** Loads the portal's endpoints. Must be called before a request is authenticated. */
  async loadEndpoints(): Promise<void> {
    this.client.setEndpoints(await this.portal.getEndpoints());
  }

  override authorizationParams({ prompt, language }: { prompt?: string; language?: string }): object {
    const { OAUTH_ACR_VALUES } = this.environment;
    return {
      ...(prompt !== undefined && { prompt }),
      ...(language !== undefined && { ui_locales: language }),
      ...(OAUTH_ACR_VALUES.length > 0 && { acr_values: OAUTH_ACR_VALUES.join(' ') }),
    };
  }

  override userProfile(accessToken: string, done: (error?: unknown, profile?: unknown) => void): void {
    this.fetchProfile(accessToken).then((profile) => {
      done(null, profile);
    }, done);
  }

  /**
   * Called by passport. Creates or updates the account of a profile. The number of parameters must not change: passport-oauth2
   * decides by it whether to pass the token response.
   */
  async validate(
    _accessToken: string,
    _refreshToken: unknown,
    tokenResponse: unknown,
    claims: unknown,
  ): Promise<{ accountId: string; portalTokens: PortalTokens }> {
    const { issuer } = await this.portal.getEndpoints();
    const profile = readProfile(claims, this.environment);
    const tokens = tokenSchema.parse(tokenResponse);
    await this.authenticationContext.assertSufficient(tokens.id_token, profile.subject);
    return {
      accountId: await this.accounts.upsert(issuer, profile),
      portalTokens: toPortalTokens(tokens),
    };
  }

  private async fetchProfile(accessToken: string): Promise<unknown> {
    const { userinfo } = await this.portal.getEndpoints();
    const { status, body } = await this.portal.get(userinfo, accessToken);
    if (status !== 200) throw new PortalError(`the profile was refused with status ${status}`);
    return body;
  }
}

/** Exchanges codes at the token endpoint within the request's deadline (RFC 6749, section 4.1.3). */
class PortalOAuth2 extends OAuth2 {
  constructor(
    private readonly portal: PortalClient,
    clientId: string,
    private readonly clientSecret: string | undefined,
  ) {
    super(clientId, clientSecret ?? '', '', PLACEHOLDER_URL, PLACEHOLDER_URL);
  }

  setEndpoints({ authorization, token }: PortalEndpoints): void {
    this._authorizeUrl = authorization;
    this._accessTokenUrl = token;
  }

  override getOAuthAccessToken(code: string, params: unknown, callback?: unknown): void {
    if (!isCallback(callback)) throw new TypeError('passport-oauth2 always passes a callback');
    this.exchangeCode(code, z.record(z.string(), z.string()).parse(params)).then(
      (token) => {
        callback(null, token.access_token, token.refresh_token, token);
      },
      (error: unknown) => {
        callback(error);
      },
    );
  }

  private async exchangeCode(code: string, params: Record<string, string>): Promise<TokenResponse> {
    const form = new URLSearchParams({ ...params, code, client_id: this._clientId });
    if (this.clientSecret !== undefined) form.set('client_secret', this.clientSecret);
    const { status, body } = await this.portal.post(this._accessTokenUrl, form);
    const token = tokenSchema.safeParse(body);
    if (status === 200 && token.success) return token.data;
    const refusal = refusalSchema.safeParse(body);
    if (refusal.success && refusal.data.error === 'invalid_grant') {
      throw new LoginRefusedException('rejected');
    }
    throw new PortalError(`the code was not exchanged: status ${status}`);
  }
}

/** Revoking a refresh token also ends the access tokens of its login (RFC 7009, section 2.1). */
function toPortalTokens({ access_token, refresh_token, id_token }: TokenResponse): PortalTokens {
  const revocable: PortalTokens['revocable'] =
    refresh_token === undefined
      ? { token: access_token, hint: 'access_token' }
      : { token: refresh_token, hint: 'refresh_token' };
  return { ...(id_token !== undefined && { idToken: id_token }), revocable };
}

type TokenCallback = (
  error: unknown,
  accessToken?: string,
  refreshToken?: string,
  response?: TokenResponse,
) => void;

function isCallback(value: unknown): value is TokenCallback {
  return typeof value === 'function';
}
