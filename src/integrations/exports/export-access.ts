import { BadRequestException, Injectable, UnauthorizedException } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { LOGIN_REQUIRED, assertAccess } from '../../platform/access/assert-access';
import { type Caller, CallerResolver } from '../../platform/access/caller';
import { exchangeOf } from '../../platform/access/http-exchange';
import { statisticsContract } from '../../modules/health';
import { inputProblems } from '../../platform/trpc/errors/input-problems';

/** Lets to an export whoever may ask the procedures for the same numbers. */
@Injectable()
export class ExportAccess {
  constructor(private readonly callers: CallerResolver) {}

  /** @throws UnauthorizedException, ForbiddenException, before anything is said of the input */
  async callerOf(request: Request, response: Response): Promise<Caller> {
    response.set('cache-control', 'no-store');
    const caller = await this.callers.resolve(exchangeOf(request, response));
    assertAccess(statisticsContract.pathologies.access, caller);
    if (!caller) throw new UnauthorizedException(LOGIN_REQUIRED);
    return caller;
  }
}

/**
 * Reads the parameters of a request as a procedure reads its input.
 * @param lists names whose parameter may be given several times
 * @throws BadRequestException that names every problem as a procedure does
 */
export function inputOf<Schema extends z.ZodType>(
  schema: Schema,
  { query }: Request,
  lists: readonly string[] = [],
): z.output<Schema> {
  const given = Object.entries(query).map(([name, value]): [string, unknown] => [
    name,
    lists.includes(name) ? [value].flat() : value,
  ]);
  const { success, data, error } = schema.safeParse(Object.fromEntries(given));
  if (success) return data;
  throw new BadRequestException(inputProblems(error) ?? 'the parameters cannot be read');
}
