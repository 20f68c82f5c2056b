import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module';
import { ConsultationsModule } from '../consultations/consultations.module';
import { BundlesService } from './bundles.service';
import { EncountersStore } from './encounters.store';
import { FhirAccess } from './fhir-access';
import { FhirCondition } from './fhir-condition.entity';
import { FhirController } from './fhir.controller';
import { FhirEncounter, FhirEncounterClaim } from './fhir-encounter.entity';
import { RecordsService } from './records.service';

@Module({
  imports: [
    AuthModule,
    ConsultationsModule,
    TypeOrmModule.forFeature([FhirCondition, FhirEncounter, FhirEncounterClaim]),
  ],
  controllers: [FhirController],
  providers: [BundlesService, EncountersStore, FhirAccess, RecordsService],
})
export class FhirModule {}
