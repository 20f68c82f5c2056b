import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../../shared/country';

/** The latest episode of a disease in a country that was reported to receivers. */
@Entity('alert_notice')
export class AlertNoticeRow {
  /** `webhook`, or `email` and a digest of the address. */
  @PrimaryColumn('text')
  channel!: string;

  @PrimaryColumn('text')
  country!: CountryCode;

  /** English name of the pathology, or of the series that is counted together. */
  @PrimaryColumn('text')
  disease!: string;

  /** First week of the episode. */
  @Column('text')
  since!: string;

  /** Latest week with an alert. */
  @Column('text', { name: 'last_week' })
  lastWeek!: string;

  /** The highest that was reported of the episode. */
  @Column('text')
  severity!: string;

  /** Whether one case is an alert. */
  @Column('boolean', { name: 'is_single_case' })
  isSingleCase!: boolean;

  /** Counts the episodes of the same first week: more than 1 if the cases of an earlier one were voided. */
  @Column('integer')
  occurrence!: number;

  /** Whether its cases were voided after it was reported. */
  @Column('boolean', { name: 'is_withdrawn' })
  isWithdrawn!: boolean;

  @Column('timestamptz', { name: 'sent_at', default: () => 'now()' })
  sentAt!: Date;
}
