import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { PortalClient, type PortalEndpoints } from './portal.client';
import { PortalError } from './portal-error';
import { SharedRequest } from './shared-request';

/** Maximum time that an API call waits for discovery. A login waits longer. */
const DISCOVERY_TIMEOUT_MS = 3_000;

/** Pause after a failed discovery. */
const PAUSE_MS = 5_000;

/** Returns the portal's endpoints to API calls, which must not wait for a portal that is down. */
@Injectable()
export class PortalAddressesService {
  private readonly logger = new Logger(PortalAddressesService.name);
  private readonly discovery = new SharedRequest('portal discovery', () => this.discover(), PAUSE_MS);

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly portal: PortalClient,
  ) {}

  /** @throws PortalError if discovery fails, or failed less than `PAUSE_MS` ago */
  getEndpoints(): Promise<PortalEndpoints> {
    return this.discovery.get();
  }

  /**
   * Returns the token endpoint for the API's documents, or null while discovery fails. The platform itself may reach the
   * portal's token endpoint at another address.
   */
  async findTokenEndpoint(): Promise<string | null> {
    const { OAUTH_PUBLIC_TOKEN_URL, OAUTH_TOKEN_URL } = this.environment;
    const configured = OAUTH_PUBLIC_TOKEN_URL ?? OAUTH_TOKEN_URL;
    if (configured !== undefined) return configured;
    try {
      return (await this.getEndpoints()).token;
    } catch (error) {
      if (error instanceof PortalError) return null;
      throw error;
    }
  }

  private async discover(): Promise<PortalEndpoints> {
    try {
      return await this.portal.withDeadline(() => this.portal.getEndpoints(), DISCOVERY_TIMEOUT_MS);
    } catch (error) {
      this.logger.error({ err: error }, 'the portal’s addresses could not be read');
      throw error;
    }
  }
}
