import { Column, PrimaryColumn } from 'typeorm';

/** An entry of a catalogue (scope `*`), or of one country, where its name was first written. */
export abstract class CatalogueEntry {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column('text')
  scope!: string;

  /** `nameKey` of its name. */
  @Column('text')
  key!: string;

  /** As in the catalogue, or as first written. */
  @Column('text')
  name!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
