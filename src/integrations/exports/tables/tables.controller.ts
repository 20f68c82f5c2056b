import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { UseDatabaseWork } from '../../../platform/database/database-work.interceptor';
import type { Caller } from '../../../platform/access/caller';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { pickLocale } from '../../../shared/locale';
import { takeTurn } from '../../../platform/limits/current-turns';
import { AuditTrail } from '../../../platform/audit/audit-trail.service';
import {
  alertsContract,
  comparisonContract,
  countryTrendContract,
  languageField,
  statisticsContract,
} from '../../../modules/health';
import { formatCsv } from './csv';
import { parseQuery } from '../export-access';
import { RunningExports } from '../running-exports.service';
import { createDescription } from './description';
import { type ExportTable, buildFileName, listSubject } from './export-table';
import { SmallNumbersService } from '../small-numbers/small-numbers.service';
import { TablesService } from './tables.service';
import { TrendTablesService } from './trend-tables.service';
import { createWorkbook } from './workbook';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const toPaths = (table: string): [string, string] => [`${table}.csv`, `${table}.xlsx`];

/** Routes match in any case, and with a slash at the end. */
const CSV_PATH = /\.csv\/?$/i;

/** Exports the tables of the ministry's dashboard as CSV and Excel. The paths are literal, so that they can be logged. */
@UseDatabaseWork('statistics')
@Controller('api/exports')
export class TablesController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'PUBLIC_URL'>,
    private readonly exports: RunningExports,
    private readonly tables: TablesService,
    private readonly trends: TrendTablesService,
    private readonly smallNumbers: SmallNumbersService,
    private readonly audit: AuditTrail,
  ) {}

  @Get(toPaths('summary'))
  async getSummary(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.tables.buildSummary(readInput(statisticsContract.summary.input, request), caller),
    );
  }

  @Get(toPaths('pathologies'))
  async getPathologies(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.tables.buildPathologies(readInput(statisticsContract.pathologies.input, request), caller),
    );
  }

  @Get(toPaths('comparison'))
  async getComparison(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.tables.buildComparison(readInput(comparisonContract.pathologyComparison.input, request), caller),
    );
  }

  @Get(toPaths('medications'))
  async getMedications(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.tables.buildMedications(readInput(statisticsContract.medications.input, request), caller),
    );
  }

  @Get(toPaths('countries'))
  async getCountries(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.tables.buildCountries(readInput(statisticsContract.countryBreakdown.input, request), caller),
    );
  }

  @Get(toPaths('trend'))
  async getTrend(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.trends.buildTrend(
        readInput(statisticsContract.pathologyTrend.input, request, ['pathologies']),
        caller,
      ),
    );
  }

  @Get(toPaths('country-trend'))
  async getCountryTrend(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.trends.buildCountryTrend(
        readInput(countryTrendContract.countryTrend.input, request, ['countries']),
        caller,
      ),
    );
  }

  @Get(toPaths('alerts'))
  async getAlerts(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sendTable(request, response, (caller) =>
      this.trends.buildAlerts(readInput(alertsContract.alerts.input, request), caller),
    );
  }

  private async sendTable(
    request: Request,
    response: Response,
    buildTable: (caller: Caller) => Promise<ExportTable>,
  ): Promise<void> {
    await this.exports.run(request, response, async ({ caller }) => {
      const table = await buildTable(caller);
      const format = CSV_PATH.test(request.path) ? 'csv' : 'xlsx';
      const details = { subject: listSubject(table), format };
      await this.audit.write([{ country: table.country, action: `exports.${table.name}`, caller, details }]);
      response.vary('accept-language').set('content-language', table.language);
      await takeTurn();
      const description = createDescription(table, {
        threshold: this.smallNumbers.threshold,
        origin: this.environment.PUBLIC_URL,
      });
      if (format === 'csv') {
        const csv = await formatCsv(table, request.query.notes === 'true' ? description : []);
        response.attachment(buildFileName(table, 'csv')).type('text/csv; charset=utf-8').send(csv);
        return;
      }
      const workbook = await createWorkbook(table, description);
      response.attachment(buildFileName(table, 'xlsx')).type(XLSX_TYPE).send(workbook);
    });
  }
}

const languageSchema = z.object({ language: languageField });

/** Returns the parameters of a table with its language: the requested one, else that of the browser, else English. */
function readInput<Schema extends z.ZodObject>(
  schema: Schema,
  request: Request,
  listNames?: readonly string[],
) {
  const input = parseQuery(schema, request, listNames);
  const { language } = parseQuery(languageSchema, request);
  return { ...input, language: pickLocale(language, request.acceptsLanguages()) };
}
