import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { CatalogueEntry } from '../../../platform/database/catalogue-entry.entity';
import type { Classification } from './pathology-code';

/** A disease or condition. Statements use the table; the entity serves the schema comparison. */
@Entity('pathology')
@Unique('pathology_scope_key_key', ['scope', 'key'])
export class Pathology extends CatalogueEntry {
  /** ICD-10 code, WHO edition of 2019; null if the pathology is not in the catalogue. */
  @Column('text', { nullable: true })
  icd10!: string | null;
}

/** A name, synonym or translation of a pathology. Statements use the table; the entity serves the schema comparison. */
@Entity('pathology_name')
export class PathologyName {
  @PrimaryColumn('text')
  scope!: string;

  /** `nameKey` of the name. */
  @PrimaryColumn('text')
  key!: string;

  @Index('pathology_name_pathology_idx')
  @Column('uuid', { name: 'pathology_id' })
  pathologyId!: string;

  @ManyToOne(() => Pathology)
  @JoinColumn({ name: 'pathology_id', foreignKeyConstraintName: 'pathology_name_pathology_fkey' })
  pathology!: Pathology;
}

/** A code of a pathology of the catalogue. Statements use the table; the entity serves the schema comparison. */
@Entity('pathology_code')
@Check('pathology_code_classification_check', `classification IN ('icd10', 'icd11')`)
export class PathologyCodeEntry {
  @PrimaryColumn('text')
  classification!: Classification;

  /** In capitals, with the point. */
  @PrimaryColumn('text')
  code!: string;

  @Index('pathology_code_pathology_idx')
  @Column('uuid', { name: 'pathology_id' })
  pathologyId!: string;

  @ManyToOne(() => Pathology)
  @JoinColumn({ name: 'pathology_id', foreignKeyConstraintName: 'pathology_code_pathology_fkey' })
  pathology!: Pathology;
}
