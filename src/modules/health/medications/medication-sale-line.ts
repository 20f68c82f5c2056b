import type { CountryCode } from '../../../shared/country';
import { contentDigest } from '../../../platform/database/content-digest';
import { nameKey } from '../../../shared/name-key';

/** A sale whose country is known. */
export interface MedicationSaleLine {
  readonly country: CountryCode;
  readonly medicationName: string;
  /** In capitals. */
  readonly atcCode?: string;
  readonly units: number;
  readonly soldAt: Date;
  readonly externalId?: string;
}

/** A sale as the database takes it: the columns, in this order, of what `recordFrom` records. */
export interface SaleRow {
  /** Names the line to whoever sent it. */
  readonly line: number;
  readonly country: CountryCode;
  readonly key: string;
  readonly name: string;
  readonly atc_code: string | null;
  readonly units: number;
  /** ISO 8601 in UTC. */
  readonly sold_at: string;
  readonly external_id: string | null;
  /**
   * SHA-256 of the content as PostgreSQL reads a `bytea`. The ATC code is a part of it only where an external id says which
   * sale it is: a line that is known by its content alone stays the same line when its code is added.
   */
  readonly digest: string;
}

/** Makes the row of a sale, with the key that its name is looked up by and the digest that tells its content. */
export function saleRow(sale: MedicationSaleLine, line: number): SaleRow {
  const { country, medicationName, atcCode, units, soldAt, externalId } = sale;
  const key = nameKey(medicationName);
  const code = atcCode ?? null;
  const content = [country, key, externalId === undefined ? null : code, soldAt.toISOString(), units];
  return {
    line,
    country,
    key,
    name: medicationName.trim(),
    atc_code: code,
    units,
    sold_at: soldAt.toISOString(),
    external_id: externalId ?? null,
    digest: contentDigest(content),
  };
}
