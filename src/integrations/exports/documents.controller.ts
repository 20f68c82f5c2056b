import { Controller, Get, Inject, PreconditionFailedException, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { countrySchema } from '../../shared/country';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { monthOrWeekSchema } from '../../shared/period';
import { StatisticsService, statisticsContract } from '../../modules/health';
import { DataValueSetsService } from './dhis2/data-value-sets.service';
import { type Dhis2Mapping, MappingError, readMapping } from './dhis2/dhis2-mapping';
import { ExportAccess, inputOf } from './export-access';
import { fileName } from './tables/export-table';
import { MeasureReportsService } from './measure-reports/measure-reports.service';

const dataValueSetInput = z.object({ period: monthOrWeekSchema, country: countrySchema.optional() });

/** The cases of a period for other systems: DHIS2 and FHIR. */
@Controller('api/exports')
export class DocumentsController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'DHIS2_MAPPING_FILE'>,
    private readonly access: ExportAccess,
    private readonly statistics: StatisticsService,
    private readonly dataValueSets: DataValueSetsService,
    private readonly measureReports: MeasureReportsService,
  ) {}

  @Get('data-value-sets.json')
  async dataValueSet(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { dataValueSet, name } = await this.buildDataValueSet(request, response);
    response.attachment(name).type('json').send(JSON.stringify(dataValueSet));
  }

  /** What the data value set of the same parameters leaves out, since the mapping has no place for it. */
  @Get('data-value-sets-unmapped.json')
  async unmapped(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { unmapped } = await this.buildDataValueSet(request, response);
    response.json(unmapped);
  }

  @Get('measure-report.json')
  async measureReport(@Req() request: Request, @Res() response: Response): Promise<void> {
    const caller = await this.access.callerOf(request, response);
    const input = inputOf(statisticsContract.pathologies.input, request);
    const report = await this.measureReports.build(input, caller);
    const country = this.statistics.scope(caller, input.country);
    response
      .attachment(fileName({ name: 'measure-report', of: [input.period.name], country }, 'json'))
      .type('application/fhir+json; charset=utf-8')
      .send(JSON.stringify(report));
  }

  private async buildDataValueSet(request: Request, response: Response) {
    const caller = await this.access.callerOf(request, response);
    const { period, country } = inputOf(dataValueSetInput, request);
    const scope = this.statistics.scope(caller, country);
    const built = await this.dataValueSets.build({ period, scope }, await this.mapping());
    return {
      ...built,
      name: fileName({ name: 'data-value-sets', of: [period.name], country: scope }, 'json'),
    };
  }

  private async mapping(): Promise<Dhis2Mapping> {
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
