import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../../src/shared/country';

/** The table of lab samples. The migration creates the same columns and the same index. */
@Entity('lab_sample')
@Index('lab_sample_recorded_by_idx', ['recordedBy', 'id'])
export class LabSample {
  /** Where it was recorded. It does not change if the account moves to another country. */
  @PrimaryColumn('text')
  country!: CountryCode;

  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column('text')
  remark!: string;

  /** The account that recorded it. */
  @Column('uuid', { name: 'recorded_by' })
  recordedBy!: string;

  @Column('timestamptz', { name: 'recorded_at', default: () => 'now()' })
  recordedAt!: Date;
}
