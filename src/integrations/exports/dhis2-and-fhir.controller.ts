import { Controller, Get, Inject, PreconditionFailedException, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Caller } from '../../platform/access/caller';
import { UseDatabaseWork } from '../../platform/database/database-work.interceptor';
import { z } from 'zod';
import { countrySchema } from '../../shared/country';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { monthOrWeekSchema } from '../../shared/period.schema';
import { AuditTrail } from '../../platform/audit/audit-trail.service';
import { statisticsContract } from '../../modules/health';
import { resolveScope } from '../../platform/access/country-scope';
import { DataValueSetsService } from './dhis2/data-value-sets.service';
import { type Dhis2Mapping, MappingError, readMapping } from './dhis2/dhis2-mapping';
import { parseQuery } from './export-access';
import { RunningExports } from './running-exports.service';
import { buildFileName } from './tables/export-table';
import { formatReports } from './measure-reports/format-report';
import { MeasureReportsService } from './measure-reports/measure-reports.service';

const dataValueSetQuery = z.object({ period: monthOrWeekSchema, country: countrySchema.optional() });

/** Exports the cases of a period to DHIS2 and FHIR systems. */
@UseDatabaseWork('statistics')
@Controller('api/exports')
export class Dhis2AndFhirController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'DHIS2_MAPPING_FILE'>,
    private readonly exports: RunningExports,
    private readonly dataValueSets: DataValueSetsService,
    private readonly measureReports: MeasureReportsService,
    private readonly audit: AuditTrail,
  ) {}

  @Get('data-value-sets.json')
  async getDataValueSet(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.exports.run(request, response, async ({ caller }) => {
      const { dataValueSet, name } = await this.buildDataValueSet(request, caller);
      response.attachment(name).type('json').send(JSON.stringify(dataValueSet));
    });
  }

  /** Returns what the data value set with the same parameters omits, because it is not in the mapping. */
  @Get('data-value-sets-unmapped.json')
  async getUnmapped(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.exports.run(request, response, async ({ caller }) => {
      const { unmapped } = await this.buildDataValueSet(request, caller);
      response.json(unmapped);
    });
  }

  @Get('measure-report.json')
  async getMeasureReport(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.exports.run(request, response, async ({ caller, sendPieces }) => {
      const input = parseQuery(statisticsContract.pathologies.input, request);
      const reports = await this.measureReports.prepare(input, caller);
      const country = resolveScope(caller, input.country);
      const details = { subject: [input.period.name] };
      await this.audit.write([{ country, action: 'exports.measure-report', caller, details }]);
      response
        .attachment(buildFileName({ name: 'measure-report', periods: [input.period.name], country }, 'json'))
        .type('application/fhir+json; charset=utf-8');
      await sendPieces(formatReports(reports));
    });
  }

  private async buildDataValueSet(request: Request, caller: Caller) {
    const { period, country } = parseQuery(dataValueSetQuery, request);
    const scope = resolveScope(caller, country);
    const built = await this.dataValueSets.build({ period, scope }, await this.loadMapping());
    const details = { subject: [period.name] };
    await this.audit.write([{ country: scope, action: 'exports.data-value-sets', caller, details }]);
    return {
      ...built,
      name: buildFileName({ name: 'data-value-sets', periods: [period.name], country: scope }, 'json'),
    };
  }

  private async loadMapping(): Promise<Dhis2Mapping> {
    const { DHIS2_MAPPING_FILE: path } = this.environment;
    if (path === undefined) {
      throw new PreconditionFailedException(
        'This installation has no DHIS2 mapping: its administrator has to name the file in DHIS2_MAPPING_FILE',
      );
    }
    try {
      return await readMapping(path);
    } catch (error) {
      if (error instanceof MappingError) throw new PreconditionFailedException(`DHIS2: ${error.message}`);
      throw error;
    }
  }
}
