import {
  All,
  Controller,
  Get,
  HttpCode,
  Inject,
  NotFoundException,
  Param,
  Post,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { ENVIRONMENT } from '../config/config.module';
import type { Environment } from '../config/environment';
import { withJsonBody } from './bundle-body';
import { readBundle } from './bundle-entries';
import { BundlesService, type EntryOutcome } from './bundles.service';
import { capabilityStatement } from './capability-statement';
import { FhirAccess, assertJsonAccepted } from './fhir-access';
import { OutcomeFilter } from './outcome.filter';
import { type RecordedResource, RecordsService } from './records.service';
import { preferenceOf, responseBundle } from './response-bundle';
import { sendResource } from './send-resource';

/** FHIR R4, as far as `metadata` says. */
@Controller('fhir')
@UseFilters(OutcomeFilter)
export class FhirController {
  private readonly base: string;
  private readonly since = new Date();

  constructor(
    @Inject(ENVIRONMENT) { PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>,
    private readonly access: FhirAccess,
    private readonly bundles: BundlesService,
    private readonly records: RecordsService,
  ) {
    this.base = `${PUBLIC_URL.replace(/\/$/, '')}/fhir`;
  }

  @Post()
  @HttpCode(200)
  async record(@Req() request: Request, @Res() response: Response): Promise<void> {
    const caller = await this.access.callerOf(request, response);
    const answer = await withJsonBody(request, response, async (json) => {
      const bundle = readBundle(json);
      const preference = preferenceOf(request.get('prefer'));
      const outcomes = await this.bundles.record(bundle, caller);
      const resources = new Map<string, RecordedResource>();
      if (preference === 'representation') {
        for (const resource of [
          ...(await this.records.encounters(idsOf('Encounter', outcomes), caller)),
          ...(await this.records.conditions(idsOf('Condition', outcomes), caller)),
        ]) {
          resources.set(`${resource.resourceType}/${resource.id}`, resource);
        }
      }
      return responseBundle(outcomes, { type: bundle.type, preference, base: this.base, resources });
    });
    sendResource(response, answer);
  }

  @Get('metadata')
  metadata(@Req() request: Request, @Res() response: Response): void {
    assertJsonAccepted(request);
    sendResource(response, capabilityStatement({ base: this.base, since: this.since }));
  }

  @Get('Encounter/:id')
  async encounter(
    @Req() request: Request,
    @Res() response: Response,
    @Param('id') id: string,
  ): Promise<void> {
    const caller = await this.access.callerOf(request, response);
    sendResource(response, await this.records.encounter(id, caller));
  }

  @Get('Condition/:id')
  async condition(
    @Req() request: Request,
    @Res() response: Response,
    @Param('id') id: string,
  ): Promise<void> {
    const caller = await this.access.callerOf(request, response);
    sendResource(response, await this.records.condition(id, caller));
  }

  @All(['', '*path'])
  nothing(): never {
    throw new NotFoundException(
      'there is nothing at this address: a Bundle is posted to /fhir, what was recorded is read at /fhir/Encounter/{id} and /fhir/Condition/{id}, and /fhir/metadata says the rest',
    );
  }
}

function idsOf(type: 'Encounter' | 'Condition', outcomes: readonly EntryOutcome[]): string[] {
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'stored' && outcome.type === type ? [outcome.id] : [],
  );
}
