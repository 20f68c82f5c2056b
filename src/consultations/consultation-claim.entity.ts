import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../access/country';

/** A consultation's number in the records of an account, which is recorded once, however often it is sent. */
@Entity('consultation_claim')
export class ConsultationClaim {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'external_id' })
  externalId!: string;

  /** Tells the same content, sent again, from another one under the same number. */
  @Column('bytea')
  digest!: Buffer;

  /** Of the consultation. */
  @Column('text')
  country!: CountryCode;

  @Column('uuid', { name: 'consultation_id' })
  consultationId!: string;
}
