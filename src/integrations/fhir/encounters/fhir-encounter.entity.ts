import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../../shared/country';
import { Claim } from '../../../platform/database/claim.entity';
import type { EncounterContent } from './stored-content.schema';

/** An Encounter. Its Conditions are stored as consultations. Statements use the table; the entity serves the schema comparison. */
@Entity('fhir_encounter')
export class FhirEncounter {
  @PrimaryColumn('text')
  country!: CountryCode;

  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column('text', { name: 'patient_id' })
  patientId!: string;

  @Column('timestamptz', { name: 'started_at' })
  startedAt!: Date;

  /** Elements that are only stored to be returned. */
  @Column('jsonb')
  content!: EncounterContent;

  /** The account that recorded it. */
  @Column('uuid', { name: 'recorded_by' })
  recordedBy!: string;

  @Column('timestamptz', { name: 'recorded_at', default: () => 'now()' })
  recordedAt!: Date;
}

/** Reserves an account's external id for an Encounter. Statements use the table; the entity serves the schema comparison. */
@Entity('fhir_encounter_claim')
@Index('fhir_encounter_claim_encounter_idx', ['country', 'encounterId'])
export class FhirEncounterClaim extends Claim {
  @Column('uuid', { name: 'encounter_id' })
  encounterId!: string;
}
