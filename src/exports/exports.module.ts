import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { ConsultationsModule } from '../consultations/consultations.module';
import { HealthModule } from '../health/health.module';
import { DataValueSetsService } from './data-value-sets.service';
import { DocumentsController } from './documents.controller';
import { ExportAccess } from './export-access';
import { MeasureReportsService } from './measure-reports.service';
import { SmallNumbersService } from './small-numbers.service';
import { TablesController } from './tables.controller';
import { TablesService } from './tables.service';

@Module({
  imports: [AuthModule, ConsultationsModule, HealthModule],
  controllers: [TablesController, DocumentsController],
  providers: [DataValueSetsService, ExportAccess, MeasureReportsService, SmallNumbersService, TablesService],
})
export class ExportsModule {}
