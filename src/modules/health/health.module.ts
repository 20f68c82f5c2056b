import { Module } from '@nestjs/common';
import { ConsultationsModule } from '../consultations';
import { AlertsService } from './alerts/alerts.service';
import { HealthRouter } from './health.router';
import { MedicationSalesService } from './medications/medication-sales.service';
import { StatisticsService } from './statistics/statistics.service';

@Module({
  imports: [ConsultationsModule],
  providers: [HealthRouter, StatisticsService, AlertsService, MedicationSalesService],
  exports: [StatisticsService, AlertsService, MedicationSalesService],
})
export class HealthModule {}
