import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A file that was imported, by its content. */
@Entity('import_file')
@Check('import_file_kind_check', `kind IN ('consultations', 'sales')`)
export class ImportFile {
  @PrimaryColumn('text')
  kind!: 'consultations' | 'sales';

  @PrimaryColumn('bytea')
  sha256!: Buffer;

  /** Whose file it is: its lines are counted once for each source. */
  @Column('text')
  source!: string;

  @Column('timestamptz', { name: 'imported_at', default: () => 'now()' })
  importedAt!: Date;
}
