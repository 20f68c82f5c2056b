import { Check, Column, Entity, Generated, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Conversation } from './conversation.entity';

/** One message of a conversation: a person's, or the assistant's reply. */
@Entity('message')
@Check('message_role_check', `role IN ('user', 'assistant')`)
@Index('message_position_idx', ['conversationId', 'position'])
export class Message {
  @PrimaryColumn('uuid', { name: 'conversation_id' })
  conversationId!: string;

  @ManyToOne(() => Conversation, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'conversation_id', foreignKeyConstraintName: 'message_conversation_fkey' })
  conversation!: Conversation;

  @PrimaryColumn('uuid')
  @Index('message_id_idx')
  id!: string;

  /** Order within the conversation. */
  @Column('bigint')
  @Generated('increment')
  position!: string;

  @Column('text')
  role!: 'user' | 'assistant';

  @Column('text')
  content!: string;

  /** Which assistant wrote a reply; null for a person's message. */
  @Column('text', { nullable: true })
  source!: 'openai' | 'offline' | null;

  @Column('text', { nullable: true })
  model!: string | null;

  /** True for thumbs up, false for thumbs down, null where nobody rated. */
  @Column('boolean', { nullable: true })
  rating!: boolean | null;

  @Column('timestamptz', { name: 'rated_at', nullable: true })
  ratedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
