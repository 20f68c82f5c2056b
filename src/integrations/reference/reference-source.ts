import type { Contracts } from '../../platform/trpc/contract/contracts.token';

/** What all documents are made from. */
export interface ReferenceSource {
  readonly contracts: Contracts;
  /** The origin that callers use. */
  readonly publicUrl: string;
  /** Of the platform, as in package.json. */
  readonly version: string;
  /** Where the portal gives access tokens; null where it is not known. */
  readonly tokenEndpoint: string | null;
}
