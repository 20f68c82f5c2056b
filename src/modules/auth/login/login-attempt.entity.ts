import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A login that was sent to the portal and has not come back. */
@Entity('login_attempt')
export class LoginAttempt {
  /** SHA-256 of the state, base64url. */
  @PrimaryColumn('text', { name: 'state_hash' })
  stateHash!: string;

  /** SHA-256 of the cookie that binds the attempt to its browser. */
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
