import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The response of a call with an idempotency key. Statements use the table; the entity serves the schema comparison. */
@Entity('idempotent_answer')
// TypeORM does not compare indexes on expressions.
@Index('idempotent_answer_conversation_idx', { synchronize: false })
@Index('idempotent_answer_message_idx', { synchronize: false })
export class IdempotentResponse {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  /** A procedure's path, or a route. */
  @PrimaryColumn('text')
  path!: string;

  @PrimaryColumn('text')
  key!: string;

  /** `contentDigest` of the input. */
  @Column('bytea')
  fingerprint!: Buffer;

  /** Of the account at that time: empty without one, null in rows of an earlier version. */
  @Column('text', { nullable: true })
  country!: string | null;

  /** Null while a leased call runs. */
  @Column('text', { nullable: true })
  body!: string | null;

  /** Identifies the leased call that runs; else null. */
  @Column('uuid', { nullable: true })
  claim!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** When the response is deleted, or when the lease ends if there is none. */
  @Index('idempotent_answer_expires_idx')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
