import { Inject, Injectable } from '@nestjs/common';
import { PortalAddressesService } from '../../modules/auth';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { installedVersion } from '../../platform/config/installation';
import { CompressibleText } from '../../platform/http/compressed-response';
import { FEATURES, type Feature, contractsOf } from '../../platform/feature/feature';
import { buildLlms } from './llms/build-llms';
import { buildOpenApi } from './openapi/build-openapi';
import { buildPostman } from './postman/build-postman';
import type { ReferenceSource } from './reference-source';

const builders = {
  openApi: (source: ReferenceSource) => JSON.stringify(buildOpenApi(source)),
  postman: (source: ReferenceSource) => JSON.stringify(buildPostman(source)),
  llms: buildLlms,
};

export type ReferenceDocument = keyof typeof builders;

/** Builds each API document on its first request and caches it. */
@Injectable()
export class ReferenceService {
  private source: ReferenceSource;
  private readonly documents = new Map<
    ReferenceDocument,
    { source: ReferenceSource; text: CompressibleText }
  >();

  constructor(
    @Inject(FEATURES) features: readonly Feature[],
    @Inject(ENVIRONMENT) { PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>,
    private readonly portal: PortalAddressesService,
  ) {
    this.source = {
      contracts: contractsOf(features),
      purposes: Object.fromEntries(features.map(({ router, purpose }) => [router, purpose])),
      publicUrl: PUBLIC_URL,
      version: installedVersion(),
      tokenEndpoint: null,
    };
  }

  /** Returns a document. It keeps a known token endpoint while the portal is unreachable. */
  async getDocument(name: ReferenceDocument): Promise<CompressibleText> {
    const tokenEndpoint = await this.portal.findTokenEndpoint();
    if (tokenEndpoint !== null && tokenEndpoint !== this.source.tokenEndpoint) {
      this.source = { ...this.source, tokenEndpoint };
    }
    return this.buildDocument(name);
  }

  private buildDocument(name: ReferenceDocument): CompressibleText {
    const cached = this.documents.get(name);
    if (cached?.source === this.source) return cached.text;
    const text = new CompressibleText(builders[name](this.source));
    this.documents.set(name, { source: this.source, text });
    return text;
  }
}
