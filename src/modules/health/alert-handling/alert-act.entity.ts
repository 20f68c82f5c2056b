import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../../shared/country';

/**
 * What somebody did about an alert. Never changed; an erasure of an account replaces its name in texts. Statements use the
 * table; the entity serves the schema comparison.
 */
@Entity('alert_act')
export class AlertAct {
  @PrimaryColumn('text')
  country!: CountryCode;

  /** English name of the pathology, or of the series that is counted together. */
  @PrimaryColumn('text')
  disease!: string;

  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id!: string;

  /** First week of the episode at that time. */
  @Column('text')
  since!: string;

  /** Latest week of the episode with an alert at that time. */
  @Column('text')
  week!: string;

  /** One of `ALERT_ACTS`. */
  @Column('text')
  act!: string;

  /** To whom the alert is assigned, null for nobody; the text of a note. */
  @Column('text', { nullable: true })
  content!: string | null;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at!: Date;
}
