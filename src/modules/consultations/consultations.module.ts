import { Module } from '@nestjs/common';
import { ConsultationBatchService } from './recording/consultation-batch.service';
import { ConsultationLinesService } from './recording/consultation-lines.service';
import { ConsultationListService } from './listing/consultation-list.service';
import { ConsultationRecordsService } from './listing/consultation-records.service';
import { ConsultationVoidsService } from './voiding/consultation-voids.service';
import { ConsultationsRouter } from './consultations.router';
import { ConsultationsService } from './recording/consultations.service';
import { PathologyCatalogueService } from './pathologies/pathology-catalogue.service';
import { PathologyCountsService } from './counts/pathology-counts.service';
import { WeeklyCountsService } from './counts/weekly-counts.service';

@Module({
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
