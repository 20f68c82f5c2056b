import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConsultationsModule } from '../consultations/consultations.module';
import { AlertsService } from './alerts.service';
import { HealthRouter } from './health.router';
import { HealthService } from './health.service';
import { MedicationSalesService } from './medication-sales.service';
import { StatisticsService } from './statistics.service';
import { Medication, MedicationDailyUnits, MedicationSale } from './medication.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([Medication, MedicationSale, MedicationDailyUnits]),
    ConsultationsModule,
  ],
  providers: [HealthRouter, HealthService, StatisticsService, AlertsService, MedicationSalesService],
  exports: [StatisticsService, AlertsService, MedicationSalesService],
})
export class HealthModule {}
