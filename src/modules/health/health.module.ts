import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConsultationsModule } from '../consultations';
import { AlertsService } from './alerts/alerts.service';
import { HealthRouter } from './health.router';
import { HealthService } from './statistics/health.service';
import { MedicationSalesService } from './medications/medication-sales.service';
import { StatisticsService } from './statistics/statistics.service';
import {
  Medication,
  MedicationDailyUnits,
  MedicationName,
  MedicationSale,
  MedicationSaleClaim,
} from './medications/medication.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      Medication,
      MedicationName,
      MedicationSale,
      MedicationSaleClaim,
      MedicationDailyUnits,
    ]),
    ConsultationsModule,
  ],
  providers: [HealthRouter, HealthService, StatisticsService, AlertsService, MedicationSalesService],
  exports: [StatisticsService, AlertsService, MedicationSalesService],
})
export class HealthModule {}
