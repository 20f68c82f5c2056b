import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A selection of the dashboard that an account has stored. Statements use the table; the entity serves the schema comparison. */
@Entity('saved_view')
export class SavedView {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text')
  name!: string;

  /** Query of the dashboard's address, as `viewQuerySchema` parses it. */
  @Column('text')
  query!: string;

  @Column('timestamptz', { name: 'saved_at', default: () => 'now()' })
  savedAt!: Date;
}
