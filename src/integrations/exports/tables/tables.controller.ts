import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { UseDatabaseWork } from '../../../platform/database/database-work.interceptor';
import type { Caller } from '../../../platform/access/caller';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { takeTurn } from '../../../platform/limits/current-turns';
import { AuditTrail } from '../../../platform/audit/audit-trail.service';
import { alertsContract, statisticsContract } from '../../../modules/health';
import { formatCsv } from './csv';
import { parseQuery } from '../export-access';
import { RunningExports } from '../running-exports.service';
import { type ExportTable, buildFileName } from './export-table';
import { SmallNumbersService } from '../small-numbers/small-numbers.service';
import { TablesService } from './tables.service';
import { createWorkbook } from './workbook';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const toPaths = (table: string): [string, string] => [`${table}.csv`, `${table}.xlsx`];

/** Exports the tables of the ministry's dashboard as CSV and Excel. The paths are literal, so that they can be logged. */
@UseDatabaseWork('statistics')
@Controller('api/exports')
export class TablesController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'PUBLIC_URL'>,
    private readonly exports: RunningExports,
    private readonly tables: TablesService,
    private readonly smallNumbers: SmallNumbersService,
    private readonly audit: AuditTrail,
  ) {}

  @Get(toPaths('summary'))
  async getSummary(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.tables.buildSummary(parseQuery(statisticsContract.summary.input, request), caller),
    );
  }

  @Get(toPaths('pathologies'))
  async getPathologies(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.tables.buildPathologies(parseQuery(statisticsContract.pathologies.input, request), caller),
    );
  }

  @Get(toPaths('medications'))
  async getMedications(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.tables.buildMedications(parseQuery(statisticsContract.medications.input, request), caller),
    );
  }

  @Get(toPaths('countries'))
  async getCountries(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.tables.buildCountries(parseQuery(statisticsContract.countryBreakdown.input, request), caller),
    );
  }

  @Get(toPaths('trend'))
  async getTrend(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.tables.buildTrend(
        parseQuery(statisticsContract.pathologyTrend.input, request, ['pathologies']),
        caller,
      ),
    );
  }

  @Get(toPaths('alerts'))
  async getAlerts(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.tables.buildAlerts(parseQuery(alertsContract.alerts.input, request), caller),
    );
  }

  private async sendTable(
    request: Request,
    response: Response,
    buildTable: (caller: Caller) => Promise<ExportTable>,
  ): Promise<void> {
    await this.exports.run(request, response, async ({ caller }) => {
      const table = await buildTable(caller);
      const details = { subject: table.subject, format: request.path.endsWith('.csv') ? 'csv' : 'xlsx' };
      await this.audit.write([{ country: table.country, action: `exports.${table.name}`, caller, details }]);
      await takeTurn();
      if (request.path.endsWith('.csv')) {
        const csv = await formatCsv(table);
        response.attachment(buildFileName(table, 'csv')).type('text/csv; charset=utf-8').send(csv);
        return;
      }
      const workbook = await createWorkbook(table, this.describe(table));
      response.attachment(buildFileName(table, 'xlsx')).type(XLSX_TYPE).send(workbook);
    });
  }

  private describe({ name, subject, country }: ExportTable): [name: string, text: string][] {
    const { threshold } = this.smallNumbers;
    return [
      ['Table', name],
      ['Of', subject.join(', ')],
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
