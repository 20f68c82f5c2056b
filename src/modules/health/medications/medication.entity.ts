import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { CatalogueEntry } from '../../../platform/database/catalogue-entry.entity';
import { Claim } from '../../../platform/database/claim.entity';
import {
  CountChange,
  CountPortion,
  CountVersion,
  PeriodSum,
  PeriodTotal,
} from '../../../platform/database/daily-sums.entity';
import type { CountryCode } from '../../../shared/country';

/** A medication. Statements use the table; the entity serves the schema comparison. */
@Entity('medication')
@Unique('medication_scope_key_key', ['scope', 'key'])
export class Medication extends CatalogueEntry {
  /** Codes of WHO's Anatomical Therapeutic Chemical classification, the usual one first; may be empty. */
  @Column('text', { name: 'atc_codes', array: true })
  atcCodes!: string[];
}

/** A name, synonym or translation of a medication. Statements use the table; the entity serves the schema comparison. */
@Entity('medication_name')
export class MedicationName {
  @PrimaryColumn('text')
  scope!: string;

  /** `nameKey` of the name. */
  @PrimaryColumn('text')
  key!: string;

  @Index('medication_name_medication_idx')
  @Column('uuid', { name: 'medication_id' })
  medicationId!: string;

  @ManyToOne(() => Medication)
  @JoinColumn({ name: 'medication_id', foreignKeyConstraintName: 'medication_name_medication_fkey' })
  medication!: Medication;
}

/** A sale of units of a medication. Statements use the table; the entity serves the schema comparison. */
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

  /** The account that recorded it; null if none did. */
  @Column('uuid', { name: 'recorded_by', nullable: true })
  recordedBy!: string | null;
}

/** An account's own number for a sale. Statements use the table; the entity serves the schema comparison. */
@Entity('medication_sale_claim')
export class MedicationSaleClaim extends Claim {
  @Column('uuid', { name: 'medication_sale_id' })
  medicationSaleId!: string;

  /** Whether an earlier release made the digest, with the key of the name's spelling. */
  @Column('boolean', { name: 'is_by_spelling', default: false })
  isBySpelling!: boolean;
}

/**
 * The units of a medication that were sold in a country on a day. Statements use the table; the entity serves the schema
 * comparison.
 */
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

  /** A `bigint`, which the driver returns as text. */
  @Column('bigint')
  units!: string;
}

/** A change of daily units that is not yet in them. */
@Entity('medication_units_change')
export class MedicationUnitsChange extends CountChange {
  @Column('uuid', { name: 'medication_id' })
  medicationId!: string;

  @Column('bigint')
  units!: string;
}

/** The units of a medication that were sold in a week, month or year. */
@Entity('medication_sum')
export class MedicationSum extends PeriodSum {
  @PrimaryColumn('uuid', { name: 'medication_id' })
  medicationId!: string;

  @ManyToOne(() => Medication)
  @JoinColumn({ name: 'medication_id', foreignKeyConstraintName: 'medication_sum_medication_fkey' })
  medication!: Medication;

  @Column('bigint')
  units!: string;
}

/** The units of all medications that were sold in a day, week, month or year. */
@Entity('medication_total')
export class MedicationTotal extends PeriodTotal {
  @Column('bigint')
  units!: string;
}

@Entity('medication_units_portion')
export class MedicationUnitsPortion extends CountPortion {}

@Entity('medication_units_version')
export class MedicationUnitsVersion extends CountVersion {}
