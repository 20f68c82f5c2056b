import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TRPCError } from '@trpc/server';
import { parseCookie } from 'cookie';
import type { Pool } from 'pg';
import { z } from 'zod';
import { ROLES } from '../../../src/platform/access/role';
import { SESSION_COOKIE, SESSION_IDLE_SECONDS } from '../web-parts';
import { FIND_SESSION, RENEW_SESSION, withValues } from './statements';

const sessionSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  country: z.string().nullable(),
  idleSeconds: z.number(),
});

export type BareSession = z.output<typeof sessionSchema>;

const RENEWAL_SECONDS = 60;

/** The context of a request. The calls of a batch share it. */
export class BareContext {
  private found: Promise<BareSession | null> | undefined;

  constructor(
    readonly pool: Pool,
    readonly request: IncomingMessage,
  ) {}

  /**
   * Returns the session, or null without a cookie.
   * @throws TRPCError UNAUTHORIZED if the session is not valid
   */
  findSession(): Promise<BareSession | null> {
    this.found ??= this.readSession();
    return this.found;
  }

  private async readSession(): Promise<BareSession | null> {
    const { cookie } = this.request.headers;
    const token = cookie && parseCookie(cookie)[SESSION_COOKIE];
    if (!token) return null;
    const tokenHash = createHash('sha256').update(token).digest('base64url');
    const { rows } = await this.pool.query<object>(
      withValues(FIND_SESSION, [tokenHash, SESSION_IDLE_SECONDS]),
    );
    if (rows.length === 0) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Please login (10001)' });
    const session = sessionSchema.parse(rows[0]);
    if (session.idleSeconds > RENEWAL_SECONDS) await this.pool.query(withValues(RENEW_SESSION, [tokenHash]));
    return session;
  }
}
