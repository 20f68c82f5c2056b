import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConsultationsModule } from '../consultations/consultations.module';
import { AlertsService } from './alerts.service';
import { HealthRouter } from './health.router';
import { HealthService } from './health.service';
import { MedicationSalesService } from './medication-sales.service';
import { StatisticsService } from './statistics.service';
import {
  Medication,
  MedicationDailyUnits,
  MedicationName,
  MedicationSale,
  MedicationSaleClaim,
} from './medication.entity';

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
