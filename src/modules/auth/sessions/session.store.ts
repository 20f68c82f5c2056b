import { Inject, Injectable, Logger } from '@nestjs/common';
import type { z } from 'zod';
import { LoginRequiredException } from '../../../platform/access/access-refusals';
import type { Caller } from '../../../platform/access/caller';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import type { AuditEvent } from '../../../platform/audit/audit-event';
import { AuditTrail } from '../../../platform/audit/audit-trail.service';
import { ownCountry } from '../../../platform/access/record-country';
import { Database } from '../../../platform/database/database';
import { createLoginTurns } from '../accounts/login-turns';
import { TurnBatch } from '../../../platform/database/turn-batch';
import { type PortalTokens, sealPortalTokens } from '../portal/portal-tokens';
import { readPortalSession } from '../portal/portal-session';
import { hashOf, isSecret, newSecret } from './secret';
import {
  CREATE_SESSION,
  DELETE_EXPIRED_SESSIONS,
  DELETE_SESSION,
  DELETE_SESSIONS_AT_PORTAL,
  DELETE_SESSIONS_OF_ACCOUNT,
  DELETE_SURPLUS_SESSIONS,
  FIND_SESSIONS,
  LIST_SESSIONS,
  LOCK_ACCOUNT,
  LOCK_ACCOUNT_OF_PERSON,
  RENEW_SESSIONS,
} from './session.sql';

interface PersonLogout {
  readonly issuer: string;
  readonly subject: string;
  readonly sid: string | undefined;
  readonly begunBefore: number;
}

type StoredSession = z.output<typeof FIND_SESSIONS.row>;
type ListedSession = z.output<typeof LIST_SESSIONS.row>;

/** Stores sessions by the hashes of their tokens; the tokens are not stored. */
@Injectable()
export class SessionStore {
  /** Maximum lifetime of a session, in seconds. */
  readonly absoluteSeconds: number;
  private readonly logger = new Logger(SessionStore.name);
  private readonly idleSeconds: number;
  private readonly maxSessions: number;
  private readonly turns = createLoginTurns();
  /** Not cached, so that a logout counts everywhere at once. */
  private readonly lookups = new TurnBatch<string, StoredSession | null>(
    (tokenHashes) => this.findAll(tokenHashes),
    { maxSize: 500 },
  );

  constructor(
    @Inject(ENVIRONMENT) environment: Environment,
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {
    this.absoluteSeconds = environment.SESSION_ABSOLUTE_MINUTES * 60;
    this.idleSeconds = environment.SESSION_IDLE_MINUTES * 60;
    this.maxSessions = environment.SESSIONS_PER_ACCOUNT;
  }

  /**
   * Creates a session and returns its token. Ends the account's oldest sessions above the limit.
   * @throws LoginRequiredException if the account was erased since the login found it
   */
  async create(accountId: string, portalTokens: PortalTokens | null = null): Promise<string> {
    return this.turns.run(accountId, async () => {
      await this.database.run(DELETE_EXPIRED_SESSIONS);
      return this.createInTurn(accountId, portalTokens);
    });
  }

  private async createInTurn(accountId: string, portalTokens: PortalTokens | null): Promise<string> {
    const token = newSecret();
    const tokenHash = hashOf(token);
    await this.database.transaction(async (transaction) => {
      const account = await transaction.first(LOCK_ACCOUNT, { accountId });
      if (!account) throw new LoginRequiredException('expired');
      await transaction.run(CREATE_SESSION, {
        tokenHash,
        accountId,
        portalTokens: portalTokens && sealPortalTokens(portalTokens, token),
        portalSession: readPortalSession(portalTokens?.idToken),
        lifetimeSeconds: this.absoluteSeconds,
      });
      const surplus = await transaction.run(DELETE_SURPLUS_SESSIONS, {
        accountId,
        newestHash: tokenHash,
        maxSessions: this.maxSessions,
        maxIdleSeconds: this.idleSeconds,
      });
      const details = surplus > 0 ? { endedOthers: surplus } : undefined;
      await this.audit.writeIn(transaction, [toEvent(account, 'sessions.begin', details)]);
    });
    return token;
  }

  /** Returns the sessions of an account that have not ended, the last used first. */
  list(accountId: string): Promise<ListedSession[]> {
    return this.database.rows(LIST_SESSIONS, { accountId, maxIdleSeconds: this.idleSeconds });
  }

  /** Returns the caller of a session token, or null if there is no such session or it has ended. */
  async find(token: string): Promise<Caller | null> {
    if (!isSecret(token)) return null;
    const sessionId = hashOf(token);
    const session = await this.lookups.add(sessionId);
    if (!session) return null;
    const { accountId: userId, role, country, email, name } = session;
    return { userId, sessionId, role, country, email, name };
  }

  /** Ends a session. Returns `sealPortalTokens` of it, or null if it has none or has ended before. */
  async delete(sessionId: string): Promise<Buffer | null> {
    const deleted = await this.database.transaction(async (transaction) => {
      const session = await transaction.first(DELETE_SESSION, { tokenHash: sessionId });
      if (session) await this.audit.writeIn(transaction, [toEvent(session, 'sessions.end')]);
      return session;
    });
    return deleted?.portalTokens ?? null;
  }

  /** Ends all sessions of an account. Returns `sealPortalTokens` of the session `sessionId`, or null if it has none. */
  async deleteAll(accountId: string, sessionId: string): Promise<Buffer | null> {
    const deleted = await this.database.transaction(async (transaction) => {
      const account = await transaction.first(LOCK_ACCOUNT, { accountId });
      // An erasure has ended the sessions.
      if (!account) return [];
      const sessions = await transaction.rows(DELETE_SESSIONS_OF_ACCOUNT, { accountId });
      const details = { sessions: sessions.length };
      await this.audit.writeIn(transaction, [toEvent(account, 'sessions.endAll', details)]);
      return sessions;
    });
    return deleted.find(({ tokenHash }) => tokenHash === sessionId)?.portalTokens ?? null;
  }

  /**
   * Ends the sessions of a person who has logged out at the portal. Without any, writes nothing.
   * @param sid session of the portal; undefined for all
   * @param begunBefore seconds since 1970
   */
  async endAtPortal({ issuer, subject, sid, begunBefore }: PersonLogout): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const account = await transaction.first(LOCK_ACCOUNT_OF_PERSON, { issuer, subject });
      if (!account) return;
      const sessions = await transaction.run(DELETE_SESSIONS_AT_PORTAL, {
        accountId: account.userId,
        begunBefore,
        portalSession: sid === undefined ? null : hashOf(sid),
      });
      if (sessions === 0) return;
      const details = { by: 'portal', sessions };
      await this.audit.writeIn(transaction, [toEvent(account, 'sessions.endAtPortal', details)]);
    });
  }

  /** Age of `last_seen_at`, in seconds, after which a call renews it. A write at every call would be too slow. */
  private get renewalSeconds(): number {
    return Math.min(60, this.idleSeconds / 4);
  }

  /** Only the sessions that are due for a renewal wait for it. */
  private async findAll(
    tokenHashes: readonly string[],
  ): Promise<(StoredSession | null | Promise<StoredSession>)[]> {
    const found = await this.database.rows(FIND_SESSIONS, {
      tokenHashes: [...new Set(tokenHashes)],
      maxIdleSeconds: this.idleSeconds,
    });
    const isDue = ({ idleSeconds }: StoredSession) => idleSeconds > this.renewalSeconds;
    const due = found.filter(isDue).map(({ tokenHash }) => tokenHash);
    const renewed = due.length === 0 ? undefined : this.renew(due);
    const byHash = new Map(found.map((session) => [session.tokenHash, session]));
    return tokenHashes.map((tokenHash) => {
      const session = byHash.get(tokenHash);
      if (!session) return null;
      return renewed && isDue(session) ? renewed.then(() => session) : session;
    });
  }

  /** A failure is no failure of the call: the next call tries again. */
  private async renew(tokenHashes: readonly string[]): Promise<void> {
    try {
      await this.database.run(RENEW_SESSIONS, { tokenHashes });
    } catch (error) {
      this.logger.warn({ err: error }, 'sessions were not renewed');
    }
  }
}

function toEvent(
  { userId, role, country }: Pick<Caller, 'userId' | 'role' | 'country'>,
  action: string,
  details?: Readonly<Record<string, unknown>>,
): AuditEvent {
  return { country: ownCountry({ country }), action, caller: { userId, role }, details };
}
