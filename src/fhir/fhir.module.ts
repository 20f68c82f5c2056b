import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module';
import { ConsultationsModule } from '../consultations/consultations.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { BundlesService } from './bundles.service';
import { EncountersStore } from './visits/encounters.store';
import { FhirAccess } from './fhir-access';
import { FhirCondition } from './visits/fhir-condition.entity';
import { FhirController } from './fhir.controller';
import { FhirEncounter, FhirEncounterClaim } from './visits/fhir-encounter.entity';
import { RecordsService } from './reading/records.service';
import { VisitEncountersService } from './visits/visit-encounters.service';
import { VisitsRecorderService } from './visits/visits-recorder.service';

@Module({
  imports: [
    AuthModule,
    ConsultationsModule,
    IdempotencyModule,
    TypeOrmModule.forFeature([FhirCondition, FhirEncounter, FhirEncounterClaim]),
  ],
  controllers: [FhirController],
  providers: [
    BundlesService,
    EncountersStore,
    FhirAccess,
    RecordsService,
    VisitEncountersService,
    VisitsRecorderService,
  ],
})
export class FhirModule {}
