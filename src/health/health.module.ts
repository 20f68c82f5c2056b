import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConsultationsModule } from '../consultations/consultations.module';
import { HealthRouter } from './health.router';
import { HealthService } from './health.service';
import { MedicationSalesService } from './medication-sales.service';
import { Medication, MedicationDailyUnits, MedicationSale } from './medication.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([Medication, MedicationSale, MedicationDailyUnits]),
    ConsultationsModule,
  ],
  providers: [HealthRouter, HealthService, MedicationSalesService],
  exports: [MedicationSalesService],
})
export class HealthModule {}
