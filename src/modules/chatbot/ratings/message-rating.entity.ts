import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Message } from '../messages/message.entity';
import type { RatingReason } from './rating-reasons';

/** One person's rating of a reply. Statements use the table; the entity serves the schema comparison. */
@Entity('message_rating')
export class MessageRating {
  @PrimaryColumn('uuid', { name: 'conversation_id' })
  conversationId!: string;

  @PrimaryColumn('uuid', { name: 'message_id' })
  messageId!: string;

  @ManyToOne(() => Message, { onDelete: 'CASCADE' })
  @JoinColumn([
    {
      name: 'conversation_id',
      referencedColumnName: 'conversationId',
      foreignKeyConstraintName: 'message_rating_message_fkey',
    },
    {
      name: 'message_id',
      referencedColumnName: 'id',
      foreignKeyConstraintName: 'message_rating_message_fkey',
    },
  ])
  message!: Message;

  /**
   * The account that owns the conversation. In an anonymous conversation a digest (see `RATER`), which tells people with
   * the same conversation apart without identifying them.
   */
  @PrimaryColumn('text')
  rater!: string;

  /** True for thumbs up, false for thumbs down. */
  @Column('boolean')
  rating!: boolean;

  @Column('text', { nullable: true })
  reason!: RatingReason | null;

  @Column('text', { nullable: true })
  comment!: string | null;

  @Column('timestamptz', { name: 'rated_at', default: () => 'now()' })
  ratedAt!: Date;
}
