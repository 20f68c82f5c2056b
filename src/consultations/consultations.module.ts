import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConsultationBatchService } from './consultation-batch.service';
import { Consultation } from './consultation.entity';
import { ConsultationClaim } from './consultation-claim.entity';
import { ConsultationLinesService } from './consultation-lines.service';
import { ConsultationListService } from './consultation-list.service';
import { ConsultationRecordsService } from './consultation-records.service';
import { ConsultationVoid } from './consultation-void.entity';
import { ConsultationVoidsService } from './consultation-voids.service';
import { ConsultationsRouter } from './consultations.router';
import { ConsultationsService } from './consultations.service';
import { PathologyCatalogueService } from './pathology-catalogue.service';
import { PathologyCountsService } from './pathology-counts.service';
import { WeeklyCountsService } from './weekly-counts.service';
import { PathologyDailyCount } from './pathology-daily-count.entity';
import { Pathology, PathologyCodeEntry, PathologyName } from './pathology.entity';

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
