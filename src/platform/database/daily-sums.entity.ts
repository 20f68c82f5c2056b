import { Column, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../shared/country';
import type { Grain } from './sum-cells';

// Statements use these tables; the entities serve the schema comparison. A `bigint` is text in the driver.

/** A change of a daily count that is not yet in it. */
export abstract class CountChange {
  @PrimaryColumn('text')
  country!: CountryCode;

  @PrimaryColumn('bigint', { generated: 'identity', generatedIdentity: 'ALWAYS' })
  id!: string;

  /** In UTC, `YYYY-MM-DD`. */
  @Column('date')
  day!: string;

  /** On Citus, the portion with which it is added; null until then. */
  @Column('uuid', { nullable: true })
  portion!: string | null;
}

/** Changes that are added to the daily counts together, on Citus. */
export abstract class CountPortion {
  @PrimaryColumn('uuid')
  id!: string;

  /** Number of changes. */
  @Column('bigint')
  changes!: string;

  /** When the changes were added to the daily counts; null if they are not yet. */
  @Column('timestamptz', { name: 'added_at', nullable: true })
  addedAt!: Date | null;
}

/** The sum of an item's daily counts in a week, month or year. */
export abstract class PeriodSum {
  /** A country, or `*` for all. */
  @PrimaryColumn('text')
  scope!: string;

  @PrimaryColumn('text')
  grain!: Grain;

  /** First day of the period. */
  @PrimaryColumn('date')
  start!: string;
}

/** The sum of all items' daily counts in a day, week, month or year. */
export abstract class PeriodTotal {
  @PrimaryColumn('text')
  grain!: Grain;

  /** First day of the period. */
  @PrimaryColumn('date')
  start!: string;

  /** A country, or `*` for all. */
  @PrimaryColumn('text')
  scope!: string;
}

/** How often the sums of a scope changed. */
export abstract class CountVersion {
  @PrimaryColumn('text')
  scope!: string;

  @Column('bigint')
  changes!: string;
}
