import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A conversation with the assistant. Its id is a secret where no account owns it, and so is random. */
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

  /** When somebody last wrote in it; a reply that follows does not count. */
  @Column('timestamptz', { name: 'last_message_at', default: () => 'now()' })
  lastMessageAt!: Date;
}
