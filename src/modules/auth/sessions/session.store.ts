import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import type { CountryScope } from '../../../shared/country';
import type { Role } from '../../../platform/access/role';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { hashOf, isSecret, newSecret } from './secret';

interface SessionRow {
  readonly account_id: string;
  readonly role: Role;
  readonly country: CountryScope | null;
  readonly idle_seconds: number;
}

/** Sessions: begun at login, looked up at every call, ended at logout. Only hashes of their tokens are stored. */
@Injectable()
export class SessionStore {
  /** How long a session lasts at most. */
  readonly absoluteSeconds: number;
  private readonly idleSeconds: number;

  constructor(
    @Inject(ENVIRONMENT) environment: Environment,
    private readonly dataSource: DataSource,
  ) {
    this.absoluteSeconds = environment.SESSION_ABSOLUTE_MINUTES * 60;
    this.idleSeconds = environment.SESSION_IDLE_MINUTES * 60;
  }

  /** @returns the new session's token */
  async begin(accountId: string): Promise<string> {
    const token = newSecret();
    await this.dataSource.query('DELETE FROM session WHERE expires_at < now()');
    await this.dataSource.query(
      `INSERT INTO session (token_hash, account_id, expires_at)
       VALUES ($1, $2, now() + make_interval(secs => $3))`,
      [hashOf(token), accountId, this.absoluteSeconds],
    );
    return token;
  }

  /** Whose session a token is; null where it is none, or has ended. */
  async find(token: string): Promise<Caller | null> {
    if (!isSecret(token)) return null;
    const sessionId = hashOf(token);
    const [row] = await this.dataSource.query<SessionRow[]>(
      `SELECT s.account_id, a.role, a.country,
              extract(epoch FROM now() - s.last_seen_at)::float8 AS idle_seconds
       FROM session s JOIN account a ON a.id = s.account_id
       WHERE s.token_hash = $1 AND s.expires_at > now()
         AND s.last_seen_at > now() - make_interval(secs => $2)`,
      [sessionId, this.idleSeconds],
    );
    if (!row) return null;
    if (row.idle_seconds > this.touchSeconds) await this.touch(sessionId);
    return { userId: row.account_id, sessionId, role: row.role, country: row.country };
  }

  async end(sessionId: string): Promise<void> {
    await this.dataSource.query('DELETE FROM session WHERE token_hash = $1', [sessionId]);
  }

  /** How old `last_seen_at` may grow before a call renews it: a write at every call would cost more than it tells. */
  private get touchSeconds(): number {
    return Math.min(60, this.idleSeconds / 4);
  }

  private async touch(sessionId: string): Promise<void> {
    await this.dataSource.query('UPDATE session SET last_seen_at = now() WHERE token_hash = $1', [sessionId]);
  }
}
