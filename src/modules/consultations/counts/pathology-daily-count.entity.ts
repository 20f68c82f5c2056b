import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../../shared/country';
import { Pathology } from '../pathologies/pathology.entity';

/**
 * A slot of the daily count of a pathology in a country: the count is the sum of the slots. A record and its void may use
 * different slots, so a slot can be negative, but not the sum. Statements use the table; the entity serves the schema
 * comparison.
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
