import { Inject, Injectable } from '@nestjs/common';
import { PortalAddresses } from '../auth/portal-addresses.service';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { installedVersion } from '../config/installation';
import { CONTRACTS, type Contracts } from '../trpc/contracts.token';
import { buildOpenApi } from './openapi/build-openapi';
import { buildLlms } from './llms/build-llms';
import { buildPostman } from './postman/build-postman';
import type { ReferenceSource } from './reference-source';

/** The documents as they are sent. */
export interface ReferenceDocuments {
  readonly openApi: string;
  readonly postman: string;
  readonly llms: string;
}

/** Describes the platform out of its contracts. A contract that cannot be described keeps it from starting. */
@Injectable()
export class ReferenceService {
  private source: ReferenceSource;
  private built: ReferenceDocuments;

  constructor(
    @Inject(CONTRACTS) contracts: Contracts,
    @Inject(ENVIRONMENT) { PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>,
    private readonly portal: PortalAddresses,
  ) {
    this.source = { contracts, publicUrl: PUBLIC_URL, version: installedVersion(), tokenEndpoint: null };
    this.built = build(this.source);
  }

  /** The documents, with the portal's address as soon as it is known. */
  async documents(): Promise<ReferenceDocuments> {
    const tokenEndpoint = await this.portal.tokenEndpoint();
    if (tokenEndpoint !== null && tokenEndpoint !== this.source.tokenEndpoint) {
      this.source = { ...this.source, tokenEndpoint };
      this.built = build(this.source);
    }
    return this.built;
  }
}

function build(source: ReferenceSource): ReferenceDocuments {
  return {
    openApi: JSON.stringify(buildOpenApi(source)),
    postman: JSON.stringify(buildPostman(source)),
    llms: buildLlms(source),
  };
}
