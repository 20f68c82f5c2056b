import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { Database } from '../../../platform/database/database';
import { hashOf, isSecret, newSecret } from './secret';
import {
  CREATE_SESSION,
  DELETE_EXPIRED_SESSIONS,
  DELETE_SESSION,
  FIND_SESSION,
  RENEW_SESSION,
} from './session.sql';

/** Stores sessions by the hashes of their tokens; the tokens are not stored. */
@Injectable()
export class SessionStore {
  /** Maximum lifetime of a session, in seconds. */
  readonly absoluteSeconds: number;
  private readonly idleSeconds: number;

  constructor(
    @Inject(ENVIRONMENT) environment: Environment,
    private readonly database: Database,
  ) {
    this.absoluteSeconds = environment.SESSION_ABSOLUTE_MINUTES * 60;
    this.idleSeconds = environment.SESSION_IDLE_MINUTES * 60;
  }

  /** Creates a session and returns its token. */
  async create(accountId: string): Promise<string> {
    const token = newSecret();
    await this.database.run(DELETE_EXPIRED_SESSIONS);
    await this.database.run(CREATE_SESSION, {
      tokenHash: hashOf(token),
      accountId,
      lifetimeSeconds: this.absoluteSeconds,
    });
    return token;
  }

  /** Returns the caller of a session token, or null if there is no such session or it has ended. */
  async find(token: string): Promise<Caller | null> {
    if (!isSecret(token)) return null;
    const sessionId = hashOf(token);
    const row = await this.database.first(FIND_SESSION, {
      tokenHash: sessionId,
      maxIdleSeconds: this.idleSeconds,
    });
    if (!row) return null;
    if (row.idleSeconds > this.renewalSeconds) await this.renew(sessionId);
    return { userId: row.accountId, sessionId, role: row.role, country: row.country };
  }

  async delete(sessionId: string): Promise<void> {
    await this.database.run(DELETE_SESSION, { tokenHash: sessionId });
  }

  /** Age of `last_seen_at`, in seconds, after which a call renews it. A write at every call would be too slow. */
  private get renewalSeconds(): number {
    return Math.min(60, this.idleSeconds / 4);
  }

  private async renew(sessionId: string): Promise<void> {
    await this.database.run(RENEW_SESSION, { tokenHash: sessionId });
  }
}
