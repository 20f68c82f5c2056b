import { Module } from '@nestjs/common';
import { DataVersions } from '../../platform/database/data-versions';
import { ConsultationsModule, DAILY_CASES } from '../consultations';
import { AlertHandlingService } from './alert-handling/alert-handling.service';
import { AlertNoticesJob } from './alert-notices/alert-notices-job';
import { AlertMetrics } from './alerts/alert-metrics';
import { AlertsRenewal } from './alerts/alerts-renewal';
import { AlertsService } from './alerts/alerts.service';
import { StoredAlertsService } from './alerts/stored-alerts.service';
import { HealthRouter } from './health.router';
import { MedicationFold } from './medications/medication-fold';
import { DAILY_UNITS } from './medications/medication-sales.sql';
import { MedicationSalesService } from './medications/medication-sales.service';
import { SalesRecordingService } from './medications/sales-recording.service';
import { ReportingService } from './reporting/reporting.service';
import { CASES_VERSION, UNITS_VERSION } from './statistics/sharing';
import { StatisticsService } from './statistics/statistics.service';

@Module({
  imports: [ConsultationsModule],
  providers: [
    HealthRouter,
    ReportingService,
    StatisticsService,
    AlertsService,
    AlertHandlingService,
    AlertsRenewal,
    AlertMetrics,
    AlertNoticesJob,
    StoredAlertsService,
    MedicationFold,
    MedicationSalesService,
    SalesRecordingService,
  ],
  exports: [StatisticsService, AlertsService, MedicationSalesService],
})
export class HealthModule {
  constructor(versions: DataVersions) {
    versions.declare(CASES_VERSION, DAILY_CASES.version);
    versions.declare(UNITS_VERSION, DAILY_UNITS.version);
  }
}
