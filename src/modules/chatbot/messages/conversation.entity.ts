import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A conversation with the assistant. Anyone with the id can read an anonymous conversation, so ids are random. Statements use
 * the table; the entity serves the schema comparison.
 */
@Entity('conversation')
@Index('conversation_account_idx', ['accountId', 'lastMessageAt', 'id'])
@Index('conversation_anonymous_idx', ['lastMessageAt'], { where: 'account_id IS NULL' })
export class Conversation {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id', nullable: true })
  accountId!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** Time of the last question. */
  @Column('timestamptz', { name: 'last_message_at', default: () => 'now()' })
  lastMessageAt!: Date;
}
