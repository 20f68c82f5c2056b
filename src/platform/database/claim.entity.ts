import { Column, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../shared/country';

/** A claim: an account uses an external id for one record only, so a repeated record is stored once. */
export abstract class Claim {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'external_id' })
  externalId!: string;

  /** `contentDigest` of the record, to detect other content under the same external id. Empty once the record is erased. */
  @Column('bytea')
  digest!: Buffer;

  /** Country of the record. */
  @Column('text')
  country!: CountryCode;
}
