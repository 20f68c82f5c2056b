import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../../shared/country';

/** The alerts of a country that were last computed. Statements use the table; the entity serves the schema comparison. */
@Entity('country_alerts')
export class CountryAlerts {
  @PrimaryColumn('text')
  country!: CountryCode;

  /** The last of the four weeks. */
  @Column('text')
  week!: string;

  /** The version of the rules, and that of the country's counts from which they were computed. */
  @Column('text')
  version!: string;

  @Column('jsonb')
  alerts!: unknown;

  /** The cases of diseases of which one case is an alert, in the year before the four weeks. */
  @Column('jsonb')
  histories!: unknown;

  @Column('timestamptz', { name: 'computed_at', default: () => 'now()' })
  computedAt!: Date;
}
