import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../../shared/country';
import type { ConditionContent } from './content';

/** What a Condition said beside the consultation that was recorded of it. */
@Entity('fhir_condition')
@Index('fhir_condition_encounter_idx', ['country', 'encounterId'])
export class FhirCondition {
  @PrimaryColumn('text')
  country!: CountryCode;

  @PrimaryColumn('uuid', { name: 'consultation_id' })
  consultationId!: string;

  @Column('uuid', { name: 'encounter_id' })
  encounterId!: string;

  @Column('jsonb')
  content!: ConditionContent;
}
