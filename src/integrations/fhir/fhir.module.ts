import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../../modules/auth';
import { ConsultationsModule } from '../../modules/consultations';
import { IdempotencyModule } from '../../platform/idempotency/idempotency.module';
import { AdoptedConsultationsService } from './encounters/adopted-consultations.service';
import { BundlesService } from './bundles.service';
import { CountedPathologiesService } from './encounters/counted-pathologies.service';
import { EncountersStore } from './encounters/encounters.store';
import { FhirAccess } from './fhir-access';
import { FhirCondition } from './encounters/fhir-condition.entity';
import { FhirController } from './fhir.controller';
import { FhirEncounter, FhirEncounterClaim } from './encounters/fhir-encounter.entity';
import { RecordsService } from './reading/records.service';
import { OperationOutcomeFilter } from './operation-outcome.filter';
import { EncounterBatchesService } from './encounters/encounter-batches.service';
import { EncounterMatcherService } from './encounters/encounter-matcher.service';
import { EncountersRecorderService } from './encounters/encounters-recorder.service';

@Module({
  imports: [
    AuthModule,
    ConsultationsModule,
    IdempotencyModule,
    TypeOrmModule.forFeature([FhirCondition, FhirEncounter, FhirEncounterClaim]),
  ],
  controllers: [FhirController],
  providers: [
    AdoptedConsultationsService,
    BundlesService,
    CountedPathologiesService,
    EncountersStore,
    FhirAccess,
    OperationOutcomeFilter,
    RecordsService,
    EncounterBatchesService,
    EncounterMatcherService,
    EncountersRecorderService,
  ],
})
export class FhirModule {}
