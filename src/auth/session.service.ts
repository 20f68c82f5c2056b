import { Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LOGIN_REQUIRED } from '../access/access-rule';
import type { Caller, CallerResolver, Exchange } from '../access/caller';
import type { CountryScope } from '../access/country';
import type { Role } from '../access/role';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { Cookies, SESSION_COOKIE } from './cookies';
import { hashOf, isSecret, newSecret } from './secret';

interface SessionRow {
  readonly account_id: string;
  readonly role: Role;
  readonly country: CountryScope | null;
  readonly idle_seconds: number;
}

/** Sessions: begun at login, looked up at every call, ended at logout. */
@Injectable()
export class SessionService implements CallerResolver {
  private readonly absoluteSeconds: number;
  private readonly idleSeconds: number;

  constructor(
    @Inject(ENVIRONMENT) environment: Environment,
    private readonly dataSource: DataSource,
    private readonly cookies: Cookies,
  ) {
    this.absoluteSeconds = environment.SESSION_ABSOLUTE_MINUTES * 60;
    this.idleSeconds = environment.SESSION_IDLE_MINUTES * 60;
  }

  /** Begins a new session for a browser and ends the one it had. */
  async begin(accountId: string, exchange: Exchange): Promise<void> {
    const previous = this.cookies.read(exchange, SESSION_COOKIE);
    if (previous !== undefined) await this.end(hashOf(previous));
    const token = newSecret();
    await this.dataSource.query('DELETE FROM session WHERE expires_at < now()');
    await this.dataSource.query(
      `INSERT INTO session (token_hash, account_id, expires_at)
       VALUES ($1, $2, now() + make_interval(secs => $3))`,
      [hashOf(token), accountId, this.absoluteSeconds],
    );
    this.cookies.write(exchange, SESSION_COOKIE, { value: token, maxAge: this.absoluteSeconds });
  }

  /** Finds out who calls; a session that is presented and not valid is refused, and the browser forgets it. */
  async resolve(exchange: Exchange): Promise<Caller | null> {
    const token = this.cookies.read(exchange, SESSION_COOKIE);
    if (token === undefined) return null;
    const caller = isSecret(token) ? await this.find(hashOf(token)) : null;
    if (caller) return caller;
    this.forget(exchange);
    throw new UnauthorizedException(LOGIN_REQUIRED);
  }

  forget(exchange: Exchange): void {
    this.cookies.clear(exchange, SESSION_COOKIE);
  }

  async end(sessionId: string): Promise<void> {
    await this.dataSource.query('DELETE FROM session WHERE token_hash = $1', [sessionId]);
  }

  private async find(sessionId: string): Promise<Caller | null> {
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

  /** How old `last_seen_at` may grow before a call renews it: a write at every call would cost more than it tells. */
  private get touchSeconds(): number {
    return Math.min(60, this.idleSeconds / 4);
  }

  private async touch(sessionId: string): Promise<void> {
    await this.dataSource.query('UPDATE session SET last_seen_at = now() WHERE token_hash = $1', [sessionId]);
  }
}
