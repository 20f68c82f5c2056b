import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { CircuitBreaker } from './circuit-breaker';
import { PortalClient } from './portal.client';
import { PortalError } from './portal-error';
import { type PortalTokens, openPortalTokens } from './portal-tokens';

/** Maximum time that a logout waits for the portal. */
const TIMEOUT_MS = 2_000;

/** Pause of logouts at the portal after a failure. */
const PAUSE_MS = 5_000;

/** Ends the session of a person at the portal, if its discovery document offers that. */
@Injectable()
export class PortalLogoutService {
  private readonly logger = new Logger(PortalLogoutService.name);
  private readonly breaker = new CircuitBreaker('portal logout', PAUSE_MS);

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly portal: PortalClient,
  ) {}

  /**
   * Ends the portal's session and revokes its tokens. Never throws: the platform's own session has ended already.
   * @param sealed `sealPortalTokens` of the session
   */
  async logOut(sealed: Buffer, sessionToken: string): Promise<void> {
    if (this.breaker.isOpen) return;
    try {
      const tokens = openPortalTokens(sealed, sessionToken);
      await this.portal.withDeadline(() => this.send(tokens), TIMEOUT_MS);
    } catch (error) {
      this.breaker.open(error);
      this.logger.warn({ err: error }, 'a person was not logged out at the portal');
    }
  }

  private async send({ idToken, revocable }: PortalTokens): Promise<void> {
    const { OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET } = this.environment;
    const { endSession, revocation } = await this.portal.getEndpoints();
    const requests: Promise<void>[] = [];
    if (revocation !== undefined) {
      // RFC 7009, section 2.1.
      const form = new URLSearchParams({
        token: revocable.token,
        token_type_hint: revocable.hint,
        client_id: OAUTH_CLIENT_ID,
      });
      if (OAUTH_CLIENT_SECRET !== undefined) form.set('client_secret', OAUTH_CLIENT_SECRET);
      requests.push(this.post(revocation, form, 'revocation'));
    }
    if (endSession !== undefined && idToken !== undefined) {
      // OpenID Connect RP-Initiated Logout 1.0, section 2.
      const form = new URLSearchParams({ id_token_hint: idToken, client_id: OAUTH_CLIENT_ID });
      requests.push(this.post(endSession, form, 'end of the session'));
    }
    // One failure must not cut off the other request.
    const failed = (await Promise.allSettled(requests)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  private async post(url: string, form: URLSearchParams, step: string): Promise<void> {
    const status = await this.portal.postForStatus(url, form);
    if (status >= 400) throw new PortalError(`${step}: status ${status}`);
  }
}
