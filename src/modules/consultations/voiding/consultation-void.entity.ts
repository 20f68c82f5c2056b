import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../../shared/country';

/**
 * The void of a consultation that was recorded by mistake. Never deleted. Statements use the table; the entity serves the
 * schema comparison.
 */
@Entity('consultation_void')
export class ConsultationVoid {
  @PrimaryColumn('text')
  country!: CountryCode;

  @PrimaryColumn('uuid', { name: 'consultation_id' })
  consultationId!: string;

  /** As written by the account: it may name a patient. */
  @Column('text')
  reason!: string;

  /** The account that voided it. */
  @Column('uuid', { name: 'voided_by' })
  voidedBy!: string;

  @Column('timestamptz', { name: 'voided_at', default: () => 'now()' })
  voidedAt!: Date;
}
