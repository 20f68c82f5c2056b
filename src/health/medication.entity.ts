import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import type { CountryCode } from '../access/country';

/** A medication, by the name it is sold under. */
@Entity('medication')
@Unique('medication_key_key', ['key'])
export class Medication {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id!: string;

  /** `nameKey` of its name. */
  @Column('text')
  key!: string;

  /** As first written. */
  @Column('text')
  name!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}

/** Some units of a medication, sold at one moment in one country. */
@Entity('medication_sale')
@Check('medication_sale_units_check', 'units > 0')
export class MedicationSale {
  @PrimaryColumn('text')
  country!: CountryCode;

  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column('uuid', { name: 'medication_id' })
  medicationId!: string;

  @ManyToOne(() => Medication)
  @JoinColumn({ name: 'medication_id', foreignKeyConstraintName: 'medication_sale_medication_fkey' })
  medication!: Medication;

  @Column('integer')
  units!: number;

  @Column('timestamptz', { name: 'sold_at' })
  soldAt!: Date;

  @Column('timestamptz', { name: 'recorded_at', default: () => 'now()' })
  recordedAt!: Date;
}

/** All units of a medication sold in a country on a day. */
@Entity('medication_daily_units')
export class MedicationDailyUnits {
  @PrimaryColumn('text')
  country!: CountryCode;

  /** In UTC, `YYYY-MM-DD`. */
  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('uuid', { name: 'medication_id' })
  medicationId!: string;

  @ManyToOne(() => Medication)
  @JoinColumn({ name: 'medication_id', foreignKeyConstraintName: 'medication_daily_units_medication_fkey' })
  medication!: Medication;

  /** A `bigint`, which the driver gives as text. */
  @Column('bigint')
  units!: string;
}
