import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConsultationBatchService } from './recording/consultation-batch.service';
import { Consultation } from './consultation.entity';
import { ConsultationClaim } from './recording/consultation-claim.entity';
import { ConsultationLinesService } from './recording/consultation-lines.service';
import { ConsultationListService } from './listing/consultation-list.service';
import { ConsultationRecordsService } from './listing/consultation-records.service';
import { ConsultationVoid } from './voiding/consultation-void.entity';
import { ConsultationVoidsService } from './voiding/consultation-voids.service';
import { ConsultationsRouter } from './consultations.router';
import { ConsultationsService } from './recording/consultations.service';
import { PathologyCatalogueService } from './pathologies/pathology-catalogue.service';
import { PathologyCountsService } from './counts/pathology-counts.service';
import { WeeklyCountsService } from './counts/weekly-counts.service';
import { PathologyDailyCount } from './counts/pathology-daily-count.entity';
import { Pathology, PathologyCodeEntry, PathologyName } from './pathologies/pathology.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      Consultation,
      ConsultationClaim,
      ConsultationVoid,
      Pathology,
      PathologyCodeEntry,
      PathologyName,
      PathologyDailyCount,
    ]),
  ],
  providers: [
    ConsultationBatchService,
    ConsultationLinesService,
    ConsultationListService,
    ConsultationRecordsService,
    ConsultationsRouter,
    ConsultationsService,
    PathologyCatalogueService,
    ConsultationVoidsService,
    PathologyCountsService,
    WeeklyCountsService,
  ],
  exports: [
    ConsultationLinesService,
    ConsultationRecordsService,
    ConsultationsService,
    PathologyCatalogueService,
    PathologyCountsService,
    WeeklyCountsService,
  ],
})
export class ConsultationsModule {}
