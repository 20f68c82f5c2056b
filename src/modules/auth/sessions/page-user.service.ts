import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { CountedCalls } from '../../../platform/limits/call-limits';
import { RouteCallers } from '../../../platform/routes/route-callers.service';
import { nullIfUnauthorized } from '../../../platform/access/null-if-unauthorized';
import { type User, userOf } from '../user';

/** Finds the user of a page that anonymous users may open too. */
@Injectable()
export class PageUserService {
  constructor(private readonly callers: RouteCallers) {}

  /**
   * Returns the user; null without a session, or if the session or its account is invalid.
   * @param calls what the request counts as in the limit of the account; one call by default
   */
  findUser(request: Request, response: Response, calls?: CountedCalls): Promise<User | null> {
    return nullIfUnauthorized(this.getUser(request, response, calls));
  }

  private async getUser(request: Request, response: Response, calls?: CountedCalls): Promise<User | null> {
    const caller = await this.callers.resolve(request, response, calls);
    return caller && userOf(caller);
  }
}
