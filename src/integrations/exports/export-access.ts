import { BadRequestException, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { LoginRequiredException } from '../../platform/access/access-refusals';
import { assertAccess } from '../../platform/access/assert-access';
import type { Caller } from '../../platform/access/caller';
import { findPageRefusal } from '../../platform/access/page-account';
import { RouteCallers } from '../../platform/routes/route-callers.service';
import { statisticsContract } from '../../modules/health';
import { inputProblems } from '../../platform/trpc/errors/input-problems';
import { PAGE_ACCOUNT_PARAMETER } from '../../shared/page-account';

/** Restricts exports to the roles that may call the statistics procedures. */
@Injectable()
export class ExportAccess {
  constructor(private readonly callers: RouteCallers) {}

  /**
   * Returns the caller and forbids caching. Call it before `parseQuery`: a caller without access must not learn parameters.
   * @throws LoginRequiredException, RoleRequiredException
   * @throws BadRequestException if the page's account is not one text
   */
  async requireCaller(request: Request, response: Response): Promise<Caller> {
    response.set('cache-control', 'no-store');
    const caller = await this.callers.resolve(request, response);
    assertAccess(statisticsContract.pathologies.access, caller);
    if (!caller) throw new LoginRequiredException('missing');
    // A link has no headers.
    const pageAccount = request.query[PAGE_ACCOUNT_PARAMETER];
    if (pageAccount !== undefined && typeof pageAccount !== 'string')
      throw new BadRequestException(`${PAGE_ACCOUNT_PARAMETER}: send it once, with one account`);
    const refusal = findPageRefusal(pageAccount, caller);
    if (refusal) throw new LoginRequiredException(refusal);
    return caller;
  }
}

/**
 * Parses a request's query with the input schema of a procedure.
 * @param listNames parameters that may be repeated
 * @throws BadRequestException with every problem, in the words of a procedure
 */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  { query }: Request,
  listNames: readonly string[] = [],
): z.output<Schema> {
  const parameters = Object.entries(query).map(([name, value]): [string, unknown] => [
    name,
    listNames.includes(name) ? [value].flat() : value,
  ]);
  const { success, data, error } = schema.safeParse(Object.fromEntries(parameters));
  if (success) return data;
  throw new BadRequestException(inputProblems(error) ?? 'the parameters cannot be read');
}
