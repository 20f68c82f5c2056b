import { Column, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../shared/country';

/** An account's own number for a record, which it can claim once, however often it sends the record. */
export abstract class Claim {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'external_id' })
  externalId!: string;

  /** Tells the same content, sent again, from another one under the same number. */
  @Column('bytea')
  digest!: Buffer;

  /** Of the record. */
  @Column('text')
  country!: CountryCode;
}
