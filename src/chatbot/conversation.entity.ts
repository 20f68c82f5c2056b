import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A conversation with the assistant. Its id is a secret where no account owns it, and so is random. */
@Entity('conversation')
@Index('conversation_account_idx', ['accountId', 'createdAt'])
export class Conversation {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id', nullable: true })
  accountId!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
