import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CallerResolver } from '../../../platform/access/caller';
import { exchangeOf } from '../../../platform/access/http-exchange';
import { orNobody } from '../../../platform/access/or-nobody';
import { AuthService, type User } from '../auth.service';

/** Who looks at a page that has something to show to anyone. */
@Injectable()
export class PageVisitors {
  constructor(
    private readonly callers: CallerResolver,
    private readonly auth: AuthService,
  ) {}

  /** Who is signed in; null for a stranger, for a session that is not valid, and for an account that was removed a moment ago. */
  visitor(request: Request, response: Response): Promise<User | null> {
    return orNobody(this.signedIn(request, response));
  }

  private async signedIn(request: Request, response: Response): Promise<User | null> {
    const caller = await this.callers.resolve(exchangeOf(request, response));
    return caller && (await this.auth.userOf(caller));
  }
}
