import { Check, Column, Entity, Generated, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Locale } from '../../../shared/locale';
import { Conversation } from './conversation.entity';

/** One message of a conversation: a person's, or the assistant's reply. */
@Entity('message')
@Check('message_role_check', `role IN ('user', 'assistant')`)
@Check('message_state_check', `state IN ('completed', 'writing', 'failed')`)
@Check('message_urgency_check', `urgency IN ('emergency', 'none')`)
@Index('message_position_idx', ['conversationId', 'position'])
@Index('message_reply_idx', ['createdAt'], { where: `role = 'assistant'` })
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

  /** Of a reply that is being written: what there is so far, a little behind what its readers have. */
  @Column('text')
  content!: string;

  @Column('text', { default: 'completed' })
  state!: 'completed' | 'writing' | 'failed';

  /** When a reply that is still being written has been given up by whoever wrote it; null for every other message. */
  @Column('timestamptz', { name: 'writing_until', nullable: true })
  writingUntil!: Date | null;

  /** Whether a danger sign was recognised in what a reply answers; null for a person's message. */
  @Column('text', { nullable: true })
  urgency!: 'emergency' | 'none' | null;

  /** Which assistant wrote a reply; null for a person's message, and while it is not known. */
  @Column('text', { nullable: true })
  source!: 'model' | 'offline' | null;

  @Column('text', { nullable: true })
  model!: string | null;

  /** Of the instructions that a model was given for a reply. */
  @Column('text', { name: 'prompt_version', nullable: true })
  promptVersion!: string | null;

  /** Of a reply. */
  @Column('text', { nullable: true })
  language!: Locale | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
