import { Inject, Injectable, Logger } from '@nestjs/common';
import type { z } from 'zod';
import type { Caller } from '../../../platform/access/caller';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { Database } from '../../../platform/database/database';
import { TurnBatch } from '../../../platform/database/turn-batch';
import { hashOf, isSecret, newSecret } from './secret';
import {
  CREATE_SESSION,
  DELETE_EXPIRED_SESSIONS,
  DELETE_SESSION,
  FIND_SESSIONS,
  RENEW_SESSIONS,
} from './session.sql';

type StoredSession = z.output<typeof FIND_SESSIONS.row>;

/** Stores sessions by the hashes of their tokens; the tokens are not stored. */
@Injectable()
export class SessionStore {
  /** Maximum lifetime of a session, in seconds. */
  readonly absoluteSeconds: number;
  private readonly logger = new Logger(SessionStore.name);
  private readonly idleSeconds: number;
  /** Not cached, so that a logout counts everywhere at once. */
  private readonly lookups = new TurnBatch<string, StoredSession | null>(
    (tokenHashes) => this.findAll(tokenHashes),
    { maxSize: 500 },
  );

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
    const session = await this.lookups.add(sessionId);
    if (!session) return null;
    const { accountId: userId, role, country, email, name } = session;
    return { userId, sessionId, role, country, email, name };
  }

  async delete(sessionId: string): Promise<void> {
    await this.database.run(DELETE_SESSION, { tokenHash: sessionId });
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
