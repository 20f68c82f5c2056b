import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../../src/access/country';

/** One of the lab samples. The migration that creates its table says the same. */
@Entity('lab_sample')
@Index('lab_sample_recorded_by_idx', ['country', 'recordedBy', 'recordedAt'])
export class LabSample {
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
