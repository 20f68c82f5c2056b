import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RatingReason } from './rating-reasons';

/** How replies were rated that were deleted since: the statistics outlive the conversations, which they do not name. */
@Entity('deleted_reply_count')
export class DeletedReplyCount {
  /** Its first day, in UTC. */
  @PrimaryColumn('date')
  month!: string;

  /** Empty where it is not known; likewise the two after it. */
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

  /** Ratings that gave each reason. */
  @Column('jsonb')
  reasons!: Partial<Record<RatingReason, number>>;
}
