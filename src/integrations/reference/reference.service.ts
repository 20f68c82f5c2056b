import { Inject, Injectable } from '@nestjs/common';
import { PortalAddresses } from '../../modules/auth';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { installedVersion } from '../../platform/config/installation';
import { KeptText } from '../../platform/http/compressed-response';
import { CONTRACTS, type Contracts } from '../../platform/trpc/contract/contracts.token';

import { buildLlms } from './llms/build-llms';
import { buildOpenApi } from './openapi/build-openapi';
import { buildPostman } from './postman/build-postman';
import type { ReferenceSource } from './reference-source';

/** Each document as it is sent. */
const writers = {
  openApi: (source: ReferenceSource) => JSON.stringify(buildOpenApi(source)),
  postman: (source: ReferenceSource) => JSON.stringify(buildPostman(source)),
  llms: buildLlms,
};

export type ReferenceDocument = keyof typeof writers;

/** Describes the platform from its contracts. Each document is written when it is first requested. */
@Injectable()
export class ReferenceService {
  private source: ReferenceSource;
  private readonly written = new Map<ReferenceDocument, { source: ReferenceSource; text: KeptText }>();

  constructor(
    @Inject(CONTRACTS) contracts: Contracts,
    @Inject(ENVIRONMENT) { PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>,
    private readonly portal: PortalAddresses,
  ) {
    this.source = { contracts, publicUrl: PUBLIC_URL, version: installedVersion(), tokenEndpoint: null };
  }

  /** A document, with the portal's address once it is known; a portal that goes away later keeps its place. */
  async document(name: ReferenceDocument): Promise<KeptText> {
    const tokenEndpoint = await this.portal.tokenEndpoint();
    if (tokenEndpoint !== null && tokenEndpoint !== this.source.tokenEndpoint) {
      this.source = { ...this.source, tokenEndpoint };
    }
    return this.write(name);
  }

  private write(name: ReferenceDocument): KeptText {
    const before = this.written.get(name);
    if (before?.source === this.source) return before.text;
    const text = new KeptText(writers[name](this.source));
    this.written.set(name, { source: this.source, text });
    return text;
  }
}
