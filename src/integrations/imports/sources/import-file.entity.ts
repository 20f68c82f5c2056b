import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A file that was imported from a source. Statements use the table; the entity serves the schema comparison. */
@Entity('import_file')
@Check('import_file_kind_check', `kind IN ('consultations', 'sales')`)
export class ImportFile {
  @PrimaryColumn('text')
  kind!: 'consultations' | 'sales';

  /** The key of the source's name, which is the subject of its account. */
  @PrimaryColumn('text')
  source!: string;

  /** Of the content. */
  @PrimaryColumn('bytea')
  sha256!: Buffer;

  /** Whether lines without an id are identified by this file and their number in it. */
  @Column('boolean', { name: 'only_new', default: false })
  onlyNew!: boolean;

  @Column('timestamptz', { name: 'imported_at', default: () => 'now()' })
  importedAt!: Date;
}
