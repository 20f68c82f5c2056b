import { Check, Column, Entity, Generated, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Locale } from '../../../shared/locale';
import { Conversation } from './conversation.entity';
import type { MessageRole, MessageState, Source } from './message-values';

/** A question of a person or a reply of the assistant. Statements use the table; the entity serves the schema comparison. */
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

  /** Orders the messages of a conversation. */
  @Column('bigint')
  @Generated('increment')
  position!: string;

  @Column('text')
  role!: MessageRole;

  /** While a reply is generated: the last stored draft. Its readers may have more text. */
  @Column('text')
  content!: string;

  @Column('text', { default: 'completed' })
  state!: MessageState;

  /** When a reply that is still `writing` counts as failed; null for every other message. */
  @Column('timestamptz', { name: 'writing_until', nullable: true })
  writingUntil!: Date | null;

  /** Of a reply: whether the question describes an emergency. */
  @Column('text', { nullable: true })
  urgency!: 'emergency' | 'none' | null;

  /** Whether the question is for the same day; then `urgency` is `none`. */
  @Column('boolean', { name: 'same_day', default: false })
  sameDay!: boolean;

  /** Of a reply: its author, null while it is not known. */
  @Column('text', { nullable: true })
  source!: Source | null;

  @Column('text', { nullable: true })
  model!: string | null;

  /** Of a reply of a model: version of its instructions. */
  @Column('text', { name: 'prompt_version', nullable: true })
  promptVersion!: string | null;

  /** Of a reply: its language. */
  @Column('text', { nullable: true })
  language!: Locale | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
