import { Module } from '@nestjs/common';
import { ConsultationsModule } from '../consultations';
import { AlertsService } from './alerts/alerts.service';
import { HealthRouter } from './health.router';
import { HealthService } from './statistics/health.service';
import { MedicationSalesService } from './medications/medication-sales.service';
import { StatisticsService } from './statistics/statistics.service';

@Module({
  imports: [ConsultationsModule],
  providers: [HealthRouter, HealthService, StatisticsService, AlertsService, MedicationSalesService],
  exports: [StatisticsService, AlertsService, MedicationSalesService],
})
export class HealthModule {}
