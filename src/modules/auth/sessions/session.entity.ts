import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity';

/** The session of a browser. Statements use the table; the entity is for the schema comparison. */
@Entity('session')
export class Session {
  /** SHA-256 of the token, base64url. */
  @PrimaryColumn('text', { name: 'token_hash' })
  tokenHash!: string;

  @Index('session_account_idx')
  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'session_account_fkey' })
  account!: Account;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_seen_at', default: () => 'now()' })
  lastSeenAt!: Date;

  /** `sealPortalTokens` of the login; null if the portal gave none. */
  @Column('bytea', { name: 'portal_tokens', nullable: true })
  portalTokens!: Buffer | null;

  /** Hash of the portal's session in which the login was; null if the portal named none. */
  @Column('text', { name: 'portal_session', nullable: true })
  portalSession!: string | null;

  @Index('session_expires_idx')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
