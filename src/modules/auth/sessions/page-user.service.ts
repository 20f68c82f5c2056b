import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CallerResolver } from '../../../platform/access/caller';
import { exchangeOf } from '../../../platform/access/http-exchange';
import { nullIfUnauthorized } from '../../../platform/access/null-if-unauthorized';
import { AuthService, type User } from '../auth.service';

/** Finds the user of a page that anonymous users may open too. */
@Injectable()
export class PageUserService {
  constructor(
    private readonly callers: CallerResolver,
    private readonly auth: AuthService,
  ) {}

  /** Returns the user; null without a session, or if the session or its account is invalid. */
  findUser(request: Request, response: Response): Promise<User | null> {
    return nullIfUnauthorized(this.getUser(request, response));
  }

  private async getUser(request: Request, response: Response): Promise<User | null> {
    const caller = await this.callers.resolve(exchangeOf(request, response));
    return caller && this.auth.getUser(caller);
  }
}
