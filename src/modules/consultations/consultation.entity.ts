import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../shared/country';
import { Pathology } from './pathologies/pathology.entity';

/** A consultation of a patient. Statements use the table; the entity serves the schema comparison. */
@Entity('consultation')
@Index('consultation_recorded_by_idx', ['recordedBy', 'id'])
@Index('consultation_patient_idx', ['recordedBy', 'patientId', 'id'])
@Index('consultation_late_idx', ['pathologyId', 'recordedAt'], {
  where: `recorded_at - consulted_at BETWEEN interval '7 days' AND interval '90 days'`,
})
export class Consultation {
  @PrimaryColumn('text')
  country!: CountryCode;

  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column('uuid', { name: 'pathology_id' })
  pathologyId!: string;

  @ManyToOne(() => Pathology)
  @JoinColumn({ name: 'pathology_id', foreignKeyConstraintName: 'consultation_pathology_fkey' })
  pathology!: Pathology;

  @Column('text', { name: 'patient_id' })
  patientId!: string;

  @Column('timestamptz', { name: 'consulted_at' })
  consultedAt!: Date;

  @Column('timestamptz', { name: 'recorded_at', default: () => 'now()' })
  recordedAt!: Date;

  /** The account that recorded it. */
  @Column('uuid', { name: 'recorded_by' })
  recordedBy!: string;

  /** The account's own number, if it sent one. */
  @Column('text', { name: 'external_id', nullable: true })
  externalId!: string | null;
}
