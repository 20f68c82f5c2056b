import { createHash } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { TRPCError } from '@trpc/server';
import { parseCookie } from 'cookie';
import type { MiddlewareOptions, MiddlewareResponse, TRPCMiddleware } from 'nestjs-trpc';
import { MoreThan, Repository } from 'typeorm';
import { Session } from '../../../src/modules/auth/sessions/session.entity';
import type { Role } from '../../../src/platform/access/role';
import { SESSION_COOKIE, SESSION_IDLE_SECONDS } from '../web-parts';

const RENEWAL_MS = 60_000;

/** Finds the account of the session cookie. */
@Injectable()
export class SessionMiddleware implements TRPCMiddleware {
  protected readonly roles: readonly Role[] | undefined = undefined;

  constructor(@InjectRepository(Session) private readonly sessions: Repository<Session>) {}

  async use({ ctx, next }: MiddlewareOptions): MiddlewareResponse {
    if (!('request' in ctx) || !(ctx.request instanceof IncomingMessage))
      throw new TypeError('a context without a request');
    const account = await this.findAccount(ctx.request.headers.cookie);
    if (!account) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Please login (10001)' });
    if (this.roles?.includes(account.role) === false)
      throw new TRPCError({ code: 'FORBIDDEN', message: 'You do not have required permission (10002)' });
    return next({ ctx: { account } });
  }

  private async findAccount(cookie: string | undefined) {
    const token = cookie && parseCookie(cookie)[SESSION_COOKIE];
    if (!token) return undefined;
    const session = await this.sessions.findOne({
      where: {
        tokenHash: createHash('sha256').update(token).digest('base64url'),
        expiresAt: MoreThan(new Date()),
        lastSeenAt: MoreThan(new Date(Date.now() - SESSION_IDLE_SECONDS * 1000)),
      },
      relations: { account: true },
    });
    if (!session) return undefined;
    if (Date.now() - session.lastSeenAt.getTime() > RENEWAL_MS)
      await this.sessions.update({ tokenHash: session.tokenHash }, { lastSeenAt: new Date() });
    return session.account;
  }
}

@Injectable()
export class DoctorMiddleware extends SessionMiddleware {
  protected override readonly roles = ['doctor', 'admin'] as const;
}

@Injectable()
export class MinistryMiddleware extends SessionMiddleware {
  protected override readonly roles = ['ministry', 'admin'] as const;
}
