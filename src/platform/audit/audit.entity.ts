import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CountryScope } from '../../shared/country';

/** Something that somebody read or wrote. Statements use the table; the entity serves the schema comparison. */
@Entity('audit_event')
export class AuditEventRow {
  /** Of the data; `*` for several. */
  @PrimaryColumn('text')
  country!: CountryScope;

  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at!: Date;

  /** A procedure, a route such as `exports.summary`, or a command such as `subject.erase`. */
  @Column('text')
  action!: string;

  /** Null for an operator at the command line, a background job and an anonymous caller. */
  @Column('uuid', { name: 'account_id', nullable: true })
  accountId!: string | null;

  /** The role of the account at that time. */
  @Column('text', { nullable: true })
  role!: string | null;

  /** The network address of the request. */
  @Column('text', { nullable: true })
  address!: string | null;

  @Column('text', { name: 'request_id', nullable: true })
  requestId!: string | null;

  /** Ids of records of patients. The trail has no patient's number, so that an erasure leaves none behind. */
  @Column('uuid', { array: true, nullable: true })
  records!: string[] | null;

  @Column('jsonb', { nullable: true })
  details!: Record<string, unknown> | null;
}

/** One step of the hash chain of a country and a day: it covers events, and the link before it. */
@Entity('audit_link')
@Index('audit_link_last_event_idx', ['country', 'lastEvent'])
@Index('audit_link_linked_at_idx', ['linkedAt'])
export class AuditLinkRow {
  @PrimaryColumn('text')
  country!: CountryScope;

  /** In UTC, `YYYY-MM-DD`. */
  @PrimaryColumn('date')
  day!: string;

  /** From 1. */
  @PrimaryColumn('integer')
  number!: number;

  @Column('timestamptz', { name: 'linked_at', default: () => 'clock_timestamp()' })
  linkedAt!: Date;

  @Column('uuid', { name: 'first_event' })
  firstEvent!: string;

  @Column('uuid', { name: 'last_event' })
  lastEvent!: string;

  /** Ids of the events, in order. */
  @Column('uuid', { array: true })
  events!: string[];

  /** The SHA-256 of each event, one after the other. */
  @Column('bytea')
  digests!: Buffer;

  /** SHA-256 of the digest of the link before, the position of this link, and the digests of its events. */
  @Column('bytea')
  digest!: Buffer;
}

/** How far the events of a country are linked. A row for each possible country. */
@Entity('audit_progress')
export class AuditProgressRow {
  @PrimaryColumn('text')
  country!: CountryScope;

  /** The last event that is linked. */
  @Column('uuid', { name: 'linked_to', default: '00000000-0000-0000-0000-000000000000' })
  linkedTo!: string;

  /** No event up to this id can come any more that is in no link. */
  @Column('uuid', { name: 'complete_to', default: '00000000-0000-0000-0000-000000000000' })
  completeTo!: string;

  /** Once all transactions with lower numbers than `nextTransaction` have ended, events up to this id are complete. */
  @Column('uuid', { name: 'observed_to', nullable: true })
  observedTo!: string | null;

  @Column('bigint', { name: 'next_transaction', nullable: true })
  nextTransaction!: string | null;

  @Column('timestamptz', { name: 'changed_at', nullable: true })
  changedAt!: Date | null;
}

/** A day that was removed from the trail, with the head of its chain. */
@Entity('audit_removal')
export class AuditRemovalRow {
  @PrimaryColumn('text')
  country!: CountryScope;

  /** In UTC, `YYYY-MM-DD`. */
  @PrimaryColumn('date')
  day!: string;

  /** Of the last link. */
  @Column('integer')
  number!: number;

  /** Of the last link. */
  @Column('bytea')
  digest!: Buffer;

  /** Number of the events that were removed. */
  @Column('integer')
  events!: number;

  @Column('timestamptz', { name: 'removed_at', default: () => 'now()' })
  removedAt!: Date;
}

/** A publication of the heads of the chains. */
@Entity('audit_anchor')
export class AuditAnchorRow {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column('timestamptz', { name: 'published_at', default: () => 'now()' })
  publishedAt!: Date;

  /** Where they were published, without credentials. */
  @Column('text')
  target!: string;

  @Column('jsonb')
  heads!: unknown;
}
