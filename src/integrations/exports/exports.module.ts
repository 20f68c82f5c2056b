import { Module } from '@nestjs/common';
import { AuthModule } from '../../modules/auth';
import { ConsultationsModule } from '../../modules/consultations';
import { HealthModule } from '../../modules/health';
import { DataValueSetsService } from './dhis2/data-value-sets.service';
import { Dhis2AndFhirController } from './dhis2-and-fhir.controller';
import { ExportAccess } from './export-access';
import { RunningExports } from './running-exports.service';
import { MeasureReportsService } from './measure-reports/measure-reports.service';
import { SmallNumbersService } from './small-numbers/small-numbers.service';
import { TablesController } from './tables/tables.controller';
import { TablesService } from './tables/tables.service';
import { TrendTablesService } from './tables/trend-tables.service';

@Module({
  imports: [AuthModule, ConsultationsModule, HealthModule],
  controllers: [TablesController, Dhis2AndFhirController],
  providers: [
    DataValueSetsService,
    ExportAccess,
    MeasureReportsService,
    RunningExports,
    SmallNumbersService,
    TablesService,
    TrendTablesService,
  ],
})
export class ExportsModule {}
