import {
  All,
  Controller,
  Get,
  HttpCode,
  Inject,
  MethodNotAllowedException,
  NotFoundException,
  Param,
  Post,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { UseDatabaseWork } from '../../platform/database/database-work.interceptor';
import type { Caller } from '../../platform/access/caller';
import { AuditTrail } from '../../platform/audit/audit-trail.service';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { clientSignal } from '../../platform/http/client-signal';
import { toDatabaseUnavailable } from '../../platform/database/database-unavailable.exception';
import { contentDigest } from '../../platform/database/content-digest';
import {
  IDEMPOTENCY_KEY_HEADER,
  REPLAYED_HEADER,
  readIdempotencyKey,
} from '../../platform/idempotency/idempotency-key';
import { IdempotentCallsService } from '../../platform/idempotency/idempotent-calls.service';
import { runUntilAborted } from '../../platform/limits/abortable-work';
import { withJsonBody } from './bundle/bundle-body';
import { parseBundle } from './bundle/parse-bundle';
import { BundlesService } from './bundles.service';
import { buildCapabilityStatement } from './reading/capability-statement';
import type { EntryOutcome } from './bundle/entry-outcome';
import { FhirAccess, assertJsonAccepted } from './fhir-access';
import { FHIR_PATH, getFhirBaseUrl } from './fhir-base-url';
import { OperationOutcomeFilter } from './operation-outcome.filter';
import { type RecordedResource, RecordsService } from './reading/records.service';
import {
  type Preference,
  type ResponseBundle,
  parsePreference,
  buildResponseBundle,
} from './bundle/response-bundle';
import { auditReplay } from './bundle/replayed-bundle';
import { sendJson, sendResource } from './send-resource';

/** FHIR R4; `metadata` lists the supported interactions. */
@UseDatabaseWork('fhir')
@Controller(FHIR_PATH)
@UseFilters(OperationOutcomeFilter)
export class FhirController {
  private readonly baseUrl: string;
  private readonly hasCorsOrigins: boolean;
  private readonly startedAt = new Date();

  constructor(
    @Inject(ENVIRONMENT) { CORS_ORIGINS, PUBLIC_URL }: Pick<Environment, 'CORS_ORIGINS' | 'PUBLIC_URL'>,
    private readonly access: FhirAccess,
    private readonly bundles: BundlesService,
    private readonly calls: IdempotentCallsService,
    private readonly records: RecordsService,
    private readonly audit: AuditTrail,
  ) {
    this.baseUrl = getFhirBaseUrl(PUBLIC_URL);
    this.hasCorsOrigins = CORS_ORIGINS.length > 0;
  }

  @Post()
  @HttpCode(200)
  async record(@Req() request: Request, @Res() response: Response): Promise<void> {
    const caller = await this.access.authorize(request, response);
    const signal = clientSignal(response);
    try {
      // The next turn of the work fails once the client has left: an open transaction is rolled back as a whole.
      const body = await runUntilAborted(signal, () => this.recordBody(request, response, caller));
      sendJson(response, body);
    } catch (error) {
      if (error !== signal.reason) throw error;
    }
  }

  @Get('metadata')
  metadata(@Req() request: Request, @Res() response: Response): void {
    assertJsonAccepted(request);
    const { baseUrl, hasCorsOrigins, startedAt } = this;
    sendResource(response, buildCapabilityStatement({ baseUrl, hasCorsOrigins, startedAt }));
  }

  @Get('Encounter/:id')
  async encounter(
    @Req() request: Request,
    @Res() response: Response,
    @Param('id') id: string,
  ): Promise<void> {
    const caller = await this.access.authorize(request, response);
    sendResource(response, await this.records.getEncounter(id, caller));
  }

  @Get('Condition/:id')
  async condition(
    @Req() request: Request,
    @Res() response: Response,
    @Param('id') id: string,
  ): Promise<void> {
    const caller = await this.access.authorize(request, response);
    sendResource(response, await this.records.getCondition(id, caller));
  }

  @All(['', 'metadata', 'Encounter', 'Encounter/:id', 'Condition', 'Condition/:id'])
  refuseMethod(@Req() request: Request, @Res({ passthrough: true }) response: Response): never {
    const [, , resource, id] = request.path.split('/');
    if (request.method === 'GET' || request.method === 'HEAD') this.refuseUnknownPath();
    const isReadable = resource === 'metadata' || (id ?? '') !== '';
    response.set('allow', isReadable ? 'GET, HEAD' : (resource ?? '') === '' ? 'POST' : '');
    throw new MethodNotAllowedException(
      'this method is not supported here: Encounters and Conditions are recorded as entries of a Bundle that is posted to /fhir, and never changed',
    );
  }

  @All('*path')
  refuseUnknownPath(): never {
    throw new NotFoundException(
      'there is nothing at this address: a Bundle is posted to /fhir, what was recorded is read at /fhir/Encounter/{id} and /fhir/Condition/{id}, and /fhir/metadata says the rest',
    );
  }

  /** Returns the response, in JSON. */
  private async recordBody(request: Request, response: Response, caller: Caller): Promise<string> {
    const header = request.get(IDEMPOTENCY_KEY_HEADER);
    const key = header === undefined ? undefined : readIdempotencyKey(header);
    const preference = parsePreference(request.get('prefer'));
    const sender = { accountId: caller.userId, takeTurn: () => this.access.takeTurn(request, caller) };
    return withJsonBody(request, sender, async (json) => {
      const record = async (): Promise<string> =>
        JSON.stringify(await this.recordBundle(json, preference, caller));
      if (key === undefined) return record();
      const { userId: accountId, country } = caller;
      const call = { accountId, country, path: FHIR_PATH, key, fingerprint: contentDigest([json]) };
      const { body, replayed } = await this.calls.run(call, record);
      if (replayed) {
        response.set(REPLAYED_HEADER, 'true');
        await this.audit.write([auditReplay(body, caller)]);
      }
      return body;
    });
  }

  private async recordBundle(json: unknown, preference: Preference, caller: Caller): Promise<ResponseBundle> {
    const bundle = await parseBundle(json);
    const outcomes = await this.bundles.record(bundle, caller);
    const resources = preference === 'representation' ? await this.findStored(outcomes, caller) : [];
    return buildResponseBundle(outcomes, {
      type: bundle.type,
      preference,
      baseUrl: this.baseUrl,
      resources: new Map(resources.map((each) => [`${each.resourceType}/${each.id}`, each])),
    });
  }

  private async findStored(outcomes: readonly EntryOutcome[], caller: Caller): Promise<RecordedResource[]> {
    try {
      return [
        ...(await this.records.findEncounters(listStoredIds('Encounter', outcomes), caller)),
        ...(await this.records.findConditions(listStoredIds('Condition', outcomes), caller)),
      ];
    } catch (error) {
      // Without an idempotency key, they are committed already.
      throw toDatabaseUnavailable(error, { mayBeRecorded: true }) ?? error;
    }
  }
}

function listStoredIds(type: 'Encounter' | 'Condition', outcomes: readonly EntryOutcome[]): string[] {
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'stored' && outcome.type === type ? [outcome.id] : [],
  );
}
