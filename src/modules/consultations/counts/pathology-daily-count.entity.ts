import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../../shared/country';
import { Pathology } from '../pathologies/pathology.entity';

/**
 * A part of a day's cases of a pathology in a country: the count is the sum over the slots. A record and its void may
 * count in different slots, so that one slot alone may be below zero; the sum never is, and is zero where all were voided.
 */
@Entity('pathology_daily_count')
@Index('pathology_daily_count_pathology_idx', ['pathologyId', 'day'])
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

  @PrimaryColumn('smallint')
  slot!: number;

  @Column('integer')
  cases!: number;
}
