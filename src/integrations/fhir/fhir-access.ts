import { Inject, Injectable, NotAcceptableException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LoginRequiredException } from '../../platform/access/access-refusals';
import { assertAccess } from '../../platform/access/assert-access';
import type { Caller } from '../../platform/access/caller';
import { RouteCallers } from '../../platform/routes/route-callers.service';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { consultationsContract } from '../../modules/consultations';
import { assertSameSite } from '../../platform/trpc/transport/cross-site';

const JSON_FORMATS: ReadonlySet<unknown> = new Set([
  undefined,
  'json',
  'text/json',
  'application/json',
  'application/fhir+json',
  // A plus sign that is not percent-encoded in the query becomes a space.
  'application/fhir json',
]);

const JSON_TYPES = ['application/fhir+json', 'application/json'];

/** A media range of a JSON type, with any parameters: FHIR clients put the FHIR version there. */
const JSON_RANGE = /^application\/(?:fhir\+)?json\s*(?:;|$)/i;

/** Authorizes callers of `/fhir`: those who may record consultations. */
@Injectable()
export class FhirAccess {
  constructor(
    private readonly callers: RouteCallers,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'CORS_ORIGINS' | 'PUBLIC_URL'>,
  ) {}

  /**
   * Returns the caller; runs before the request is parsed.
   * @throws LoginRequiredException, RoleRequiredException, NotAcceptableException
   */
  async authorize(request: Request, response: Response): Promise<Caller> {
    if (request.method === 'POST') assertSameSite(request, this.environment);
    const caller = await this.callers.resolve(request, response);
    assertAccess(consultationsContract.record.access, caller);
    if (!caller) throw new LoginRequiredException('missing');
    assertJsonAccepted(request);
    return caller;
  }

  /** As `RouteCallers.takeTurn`. */
  takeTurn(request: Request, caller: Caller): Promise<void> | undefined {
    return this.callers.takeTurn(request, caller);
  }
}

/** @throws NotAcceptableException if the caller accepts only XML or RDF */
export function assertJsonAccepted(request: Request): void {
  if (JSON_FORMATS.has(request.query._format) && request.accepts(listOfferedTypes(request)) !== false) return;
  throw new NotAcceptableException('only JSON is answered: accept application/fhir+json');
}

/** Includes the ranges with parameters: `accepts` matches them only against types with the same parameters. */
function listOfferedTypes(request: Request): string[] {
  const ranges = (request.get('accept') ?? '')
    .split(',')
    .map((range) => range.replace(/;\s*q=.*$/i, '').trim());
  return [...JSON_TYPES, ...ranges.filter((range) => JSON_RANGE.test(range))];
}
