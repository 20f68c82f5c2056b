import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../../shared/country';

/** That a consultation was recorded by mistake and counts no longer. Like the consultation, it is never deleted. */
@Entity('consultation_void')
export class ConsultationVoid {
  @PrimaryColumn('text')
  country!: CountryCode;

  @PrimaryColumn('uuid', { name: 'consultation_id' })
  consultationId!: string;

  /** In the words of who voided it: it may name a patient. */
  @Column('text')
  reason!: string;

  /** The account that voided it. */
  @Column('uuid', { name: 'voided_by' })
  voidedBy!: string;

  @Column('timestamptz', { name: 'voided_at', default: () => 'now()' })
  voidedAt!: Date;
}
