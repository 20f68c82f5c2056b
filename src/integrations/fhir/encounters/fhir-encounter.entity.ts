import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../../shared/country';
import { Claim } from '../../../platform/database/claim.entity';
import type { EncounterContent } from './content';

/** An Encounter of which consultations were recorded, each of them a Condition. */
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

  /** What else it said and is given back. */
  @Column('jsonb')
  content!: EncounterContent;

  /** The account that recorded it. */
  @Column('uuid', { name: 'recorded_by' })
  choosePathology!: string;

  @Column('timestamptz', { name: 'recorded_at', default: () => 'now()' })
  recordedAt!: Date;
}

/** An account's own number for an Encounter. */
@Entity('fhir_encounter_claim')
export class FhirEncounterClaim extends Claim {
  @Column('uuid', { name: 'encounter_id' })
  encounterId!: string;
}
