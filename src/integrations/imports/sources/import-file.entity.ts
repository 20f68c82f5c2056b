import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A file that was imported from a source, by its content. */
@Entity('import_file')
@Check('import_file_kind_check', `kind IN ('consultations', 'sales')`)
export class ImportFile {
  @PrimaryColumn('text')
  kind!: 'consultations' | 'sales';

  /** The key of its name, which is the subject of its account: its lines are counted once for each source. */
  @PrimaryColumn('text')
  source!: string;

  @PrimaryColumn('bytea')
  sha256!: Buffer;

  /** Whether its lines are known by the file that they are in, as when it was first imported. */
  @Column('boolean', { name: 'only_new', default: false })
  onlyNew!: boolean;

  @Column('timestamptz', { name: 'imported_at', default: () => 'now()' })
  importedAt!: Date;
}
