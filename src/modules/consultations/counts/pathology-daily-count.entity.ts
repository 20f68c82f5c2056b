import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import {
  CountChange,
  CountPortion,
  CountVersion,
  PeriodSum,
  PeriodTotal,
} from '../../../platform/database/daily-sums.entity';
import type { CountryCode } from '../../../shared/country';
import { Pathology } from '../pathologies/pathology.entity';

/** The cases of a pathology in a country on a day. Statements use the table; the entity serves the schema comparison. */
@Entity('pathology_daily_count')
export class PathologyDailyCount {
  @PrimaryColumn('text')
  country!: CountryCode;

  /** In UTC, `YYYY-MM-DD`. */
  @PrimaryColumn('date')
  day!: string;

  @PrimaryColumn('uuid', { name: 'pathology_id' })
  pathologyId!: string;

  @ManyToOne(() => Pathology)
  @JoinColumn({ name: 'pathology_id', foreignKeyConstraintName: 'pathology_daily_count_pathology_fkey' })
  pathology!: Pathology;

  /** A `bigint`, which the driver returns as text. */
  @Column('bigint')
  cases!: string;
}

/** A change of a daily count that is not yet in it. */
@Entity('pathology_count_change')
export class PathologyCountChange extends CountChange {
  @Column('uuid', { name: 'pathology_id' })
  pathologyId!: string;

  @Column('bigint')
  cases!: string;
}

/** The cases of a pathology in a week, month or year. */
@Entity('pathology_sum')
export class PathologySum extends PeriodSum {
  @PrimaryColumn('uuid', { name: 'pathology_id' })
  pathologyId!: string;

  @ManyToOne(() => Pathology)
  @JoinColumn({ name: 'pathology_id', foreignKeyConstraintName: 'pathology_sum_pathology_fkey' })
  pathology!: Pathology;

  @Column('bigint')
  cases!: string;
}

/** The cases of all pathologies in a day, week, month or year. */
@Entity('pathology_total')
export class PathologyTotal extends PeriodTotal {
  @Column('bigint')
  cases!: string;
}

@Entity('pathology_count_portion')
export class PathologyCountPortion extends CountPortion {}

@Entity('pathology_count_version')
export class PathologyCountVersion extends CountVersion {}
