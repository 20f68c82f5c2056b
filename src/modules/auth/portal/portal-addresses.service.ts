import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { PortalClient, type PortalEndpoints } from './portal.client';
import { PortalError } from './portal-error';
import { SharedAttempt } from './shared-attempt';

/** Longest time that a call waits for discovery, in milliseconds. */
const DEADLINE_MS = 3_000;

/** How long a failed discovery is not tried again, in milliseconds. */
const PAUSE_MS = 5_000;

/** Where the portal is, for whoever answers calls: unlike a login, a call does not wait for a portal in trouble. */
@Injectable()
export class PortalAddresses {
  private readonly logger = new Logger(PortalAddresses.name);
  private readonly discovery: SharedAttempt<PortalEndpoints>;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly portal: PortalClient,
  ) {
    this.discovery = new SharedAttempt(() => this.discover(), PAUSE_MS);
  }

  /** @throws PortalError where discovery fails, or did so a moment ago */
  endpoints(): Promise<PortalEndpoints> {
    return this.discovery.get();
  }

  /**
   * Where a partner gets an access token; null while the portal cannot be asked. Never throws.
   * It is for documents: this platform's own exchange of codes may go to another address of the same portal.
   */
  async tokenEndpoint(): Promise<string | null> {
    const { OAUTH_PUBLIC_TOKEN_URL, OAUTH_TOKEN_URL } = this.environment;
    const named = OAUTH_PUBLIC_TOKEN_URL ?? OAUTH_TOKEN_URL;
    if (named !== undefined) return named;
    try {
      return (await this.endpoints()).token;
    } catch (error) {
      if (error instanceof PortalError) return null;
      throw error;
    }
  }

  private async discover(): Promise<PortalEndpoints> {
    try {
      return await this.portal.withDeadline(() => this.portal.endpoints(), DEADLINE_MS);
    } catch (error) {
      this.logger.error({ err: error }, 'the portal’s addresses could not be read');
      throw error;
    }
  }
}
