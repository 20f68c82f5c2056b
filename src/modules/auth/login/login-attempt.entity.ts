import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A login between its start and its callback. Statements use the table; the entity serves the schema comparison. */
@Entity('login_attempt')
export class LoginAttempt {
  /** SHA-256 of the state, base64url. */
  @PrimaryColumn('text', { name: 'state_hash' })
  stateHash!: string;

  /** SHA-256 of the login cookie's secret, base64url. */
  @Column('text', { name: 'browser_hash' })
  browserHash!: string;

  @Column('text', { name: 'code_verifier' })
  codeVerifier!: string;

  @Column('text', { name: 'return_to' })
  returnTo!: string;

  @Index('login_attempt_expires_idx')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
