import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Caller } from '../../../platform/access/caller';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { alertsContract, statisticsContract } from '../../../modules/health';
import { csvOf } from './csv';
import { ExportAccess, inputOf } from '../export-access';
import { type ExportTable, fileName } from './export-table';
import { SmallNumbersService } from '../small-numbers/small-numbers.service';
import { TablesService } from './tables.service';
import { workbookOf } from './workbook';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const both = (table: string): [string, string] => [`${table}.csv`, `${table}.xlsx`];

/** Each table of the ministry's page as CSV and as an Excel workbook, by paths that are all known beforehand. */
@Controller('api/exports')
export class TablesController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'PUBLIC_URL'>,
    private readonly access: ExportAccess,
    private readonly tables: TablesService,
    private readonly smallNumbers: SmallNumbersService,
  ) {}

  @Get(both('summary'))
  async summary(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(request, response, (caller) =>
      this.tables.summary(inputOf(statisticsContract.summary.input, request), caller),
    );
  }

  @Get(both('pathologies'))
  async pathologies(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(request, response, (caller) =>
      this.tables.pathologies(inputOf(statisticsContract.pathologies.input, request), caller),
    );
  }

  @Get(both('medications'))
  async medications(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(request, response, (caller) =>
      this.tables.medications(inputOf(statisticsContract.medications.input, request), caller),
    );
  }

  @Get(both('countries'))
  async countries(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(request, response, (caller) =>
      this.tables.countries(inputOf(statisticsContract.countryBreakdown.input, request), caller),
    );
  }

  @Get(both('trend'))
  async trend(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(request, response, (caller) =>
      this.tables.trend(inputOf(statisticsContract.pathologyTrend.input, request, ['pathologies']), caller),
    );
  }

  @Get(both('alerts'))
  async alerts(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(request, response, (caller) =>
      this.tables.alerts(inputOf(alertsContract.alerts.input, request), caller),
    );
  }

  private async answer(
    request: Request,
    response: Response,
    tableFor: (caller: Caller) => Promise<ExportTable>,
  ): Promise<void> {
    const table = await tableFor(await this.access.callerOf(request, response));
    if (request.path.endsWith('.csv')) {
      response.attachment(fileName(table, 'csv')).type('text/csv; charset=utf-8').send(csvOf(table));
      return;
    }
    const workbook = await workbookOf(table, this.about(table));
    response.attachment(fileName(table, 'xlsx')).type(XLSX).send(workbook);
  }

  private about({ name, of, country }: ExportTable): [name: string, text: string][] {
    const { threshold } = this.smallNumbers;
    return [
      ['Table', name],
      ['Of', of.join(', ')],
      ['Country', country === '*' ? 'All countries' : country],
      ['Made at', new Date().toISOString()],
      ['Source', `Africa Health Platform, ${this.environment.PUBLIC_URL}`],
      [
        'Small numbers',
        threshold === 0
          ? 'Nothing is suppressed'
          : `Numbers from 1 to ${threshold - 1} are suppressed, and further ones that would give them away. A suppressed number is neither zero nor missing.`,
      ],
    ];
  }
}
