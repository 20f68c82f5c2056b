import type { Contracts } from '../../platform/contract/contracts.token';

/** The data from which all documents are built. */
export interface ReferenceSource {
  readonly contracts: Contracts;
  /** Description of each feature, by router. */
  readonly purposes: Readonly<Record<string, string>>;
  /** Origin that callers use, without a trailing slash. */
  readonly publicUrl: string;
  /** Version of the platform in package.json. */
  readonly version: string;
  /** URL of the portal's token endpoint; null if unknown. */
  readonly tokenEndpoint: string | null;
}
