import { Column, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../shared/country';

/** Columns of a claim: an account's external id of a record, which is unique, so that a record is stored once. */
export abstract class Claim {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'external_id' })
  externalId!: string;

  /** `contentDigest` of the record, to detect other content under the same external id. */
  @Column('bytea')
  digest!: Buffer;

  /** Country of the record. */
  @Column('text')
  country!: CountryCode;
}
