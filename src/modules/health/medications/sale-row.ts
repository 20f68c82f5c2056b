import { contentDigest } from '../../../platform/database/content-digest';
import type { CountryCode } from '../../../shared/country';
import { nameKey, spellingKey } from '../../../shared/name-key';

/** A sale whose country is known. */
export interface SaleOfCountry {
  readonly country: CountryCode;
  readonly medicationName: string;
  /** In capitals. */
  readonly atcCode?: string;
  readonly units: number;
  readonly soldAt: Date;
  readonly externalId?: string;
}

/** A sale as the statements of a batch read it. */
export interface SaleRow {
  /** Identifies the sale in its batch. */
  readonly item: number;
  readonly country: CountryCode;
  readonly key: string;
  readonly name: string;
  readonly atc_code: string | null;
  readonly units: number;
  /** ISO 8601 in UTC. */
  readonly sold_at: string;
  readonly external_id: string | null;
  /**
   * SHA-256 of the content in PostgreSQL's hex format of `bytea`. Includes the ATC code and the signs of numbers in the name
   * only if the sale has an external id: a sale that is identified by its content stays the same when its code is added, and
   * as earlier releases identified it.
   */
  readonly digest: string;
  /** The digests that earlier releases stored for the same content, and for other names, if they differ. */
  readonly earlier_digests: readonly string[];
}

/** Returns the row of a sale, with the key of its medication's name and the digest of its content. */
export function toSaleRow(sale: SaleOfCountry, item: number): SaleRow {
  const { country, medicationName, atcCode = null, units, externalId } = sale;
  const key = nameKey(medicationName);
  const soldAt = sale.soldAt.toISOString();
  const earlierKey = spellingKey(medicationName);
  const isIdentifiedByContent = externalId === undefined;
  const digestOf = (medication: string) =>
    contentDigest([country, medication, isIdentifiedByContent ? null : atcCode, soldAt, units]);
  return {
    item,
    country,
    key,
    name: medicationName.trim(),
    atc_code: atcCode,
    units,
    sold_at: soldAt,
    external_id: externalId ?? null,
    digest: digestOf(isIdentifiedByContent ? earlierKey : key),
    earlier_digests: isIdentifiedByContent || earlierKey === key ? [] : [digestOf(earlierKey)],
  };
}
