import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CountryCode } from '../../../shared/country';
import type { ConditionContent } from './stored-content.schema';

/**
 * The elements of a Condition that its consultation does not store. Statements use the table; the entity serves the schema
 * comparison.
 */
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
