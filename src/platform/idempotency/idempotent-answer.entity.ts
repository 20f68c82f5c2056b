import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What a call under an `Idempotency-Key` was answered. */
@Entity('idempotent_answer')
// What they hold is an expression, which TypeORM does not compare.
@Index('idempotent_answer_conversation_idx', { synchronize: false })
@Index('idempotent_answer_message_idx', { synchronize: false })
export class IdempotentAnswer {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  /** What was called. */
  @PrimaryColumn('text')
  path!: string;

  @PrimaryColumn('text')
  key!: string;

  /** Tells the same input, sent again, from another one. */
  @Column('bytea')
  fingerprint!: Buffer;

  /** Null while a call that stores its answer after it still runs. */
  @Column('text', { nullable: true })
  body!: string | null;

  /** Of that call. */
  @Column('uuid', { nullable: true })
  claim!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** When the answer is forgotten; while there is none, when the call may run again. */
  @Index('idempotent_answer_expires_idx')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
