import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RatingReason } from './rating-reasons';

/** Counts of deleted replies, for the statistics. Statements use the table; the entity serves the schema comparison. */
@Entity('deleted_reply_count')
export class DeletedReplyCount {
  /** The first day of the month, in UTC. */
  @PrimaryColumn('date')
  month!: string;

  /** Empty if not known, like the next two. */
  @PrimaryColumn('text')
  model!: string;

  @PrimaryColumn('text', { name: 'prompt_version' })
  promptVersion!: string;

  @PrimaryColumn('text')
  language!: string;

  @Column('bigint')
  replies!: string;

  @Column('bigint', { name: 'thumbs_up' })
  thumbsUp!: string;

  @Column('bigint', { name: 'thumbs_down' })
  thumbsDown!: string;

  /** How many ratings gave each reason. */
  @Column('jsonb')
  reasons!: Partial<Record<RatingReason, number>>;
}
