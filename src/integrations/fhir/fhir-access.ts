import { Inject, Injectable, NotAcceptableException, UnauthorizedException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LOGIN_REQUIRED, assertAccess } from '../../platform/access/assert-access';
import { type Caller, CallerResolver } from '../../platform/access/caller';
import { exchangeOf } from '../../platform/access/http-exchange';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { consultationsContract } from '../../modules/consultations';
import { assertSameSite } from '../../platform/trpc/transport/cross-site';

const FORMATS: ReadonlySet<unknown> = new Set([
  undefined,
  'json',
  'text/json',
  'application/json',
  'application/fhir+json',
  // As a query writes its plus sign where nobody encoded it.
  'application/fhir json',
]);

const JSON_TYPES = ['application/fhir+json', 'application/json'];

/** A range of one of these, with whatever parameters: clients of FHIR name its version there. */
const JSON_RANGE = /^application\/(?:fhir\+)?json\s*(?:;|$)/i;

/** Lets to FHIR whoever may record consultations. */
@Injectable()
export class FhirAccess {
  constructor(
    private readonly callers: CallerResolver,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'CORS_ORIGINS'>,
  ) {}

  /** @throws UnauthorizedException, ForbiddenException, before anything of the request is looked at */
  async authorize(request: Request, response: Response): Promise<Caller> {
    if (request.method === 'POST') assertSameSite(request, this.environment.CORS_ORIGINS);
    const caller = await this.callers.resolve(exchangeOf(request, response));
    assertAccess(consultationsContract.record.access, caller);
    if (!caller) throw new UnauthorizedException(LOGIN_REQUIRED);
    assertJsonAccepted(request);
    return caller;
  }
}

/** @throws NotAcceptableException for a caller who takes XML or RDF only */
export function assertJsonAccepted(request: Request): void {
  if (FORMATS.has(request.query._format) && request.accepts(offered(request)) !== false) return;
  throw new NotAcceptableException('only JSON is answered: accept application/fhir+json');
}

/** A range with parameters is met by a type that has the same. */
function offered(request: Request): string[] {
  const ranges = (request.get('accept') ?? '')
    .split(',')
    .map((range) => range.replace(/;\s*q=.*$/i, '').trim());
  return [...JSON_TYPES, ...ranges.filter((range) => JSON_RANGE.test(range))];
}
