import { Module } from '@nestjs/common';
import { ConsultationsRouter } from './consultations.router';
import { PathologyCountsService } from './counts/pathology-counts.service';
import { PathologyFold } from './counts/pathology-fold';
import { WeeklyCountsService } from './counts/weekly-counts.service';
import { ConsultationListService } from './listing/consultation-list.service';
import { ConsultationRecordsService } from './listing/consultation-records.service';
import { PathologyCatalogueService } from './pathologies/pathology-catalogue.service';
import { ConsultationCheckService } from './recording/consultation-check.service';
import { ConsultationRecordingService } from './recording/consultation-recording.service';
import { GroupedRecordingService } from './recording/grouped-recording.service';
import { ConsultationVoidsService } from './voiding/consultation-voids.service';

@Module({
  providers: [
    ConsultationCheckService,
    ConsultationListService,
    ConsultationRecordingService,
    ConsultationRecordsService,
    ConsultationVoidsService,
    ConsultationsRouter,
    GroupedRecordingService,
    PathologyCatalogueService,
    PathologyCountsService,
    PathologyFold,
    WeeklyCountsService,
  ],
  exports: [
    ConsultationRecordingService,
    ConsultationRecordsService,
    PathologyCatalogueService,
    PathologyCountsService,
    WeeklyCountsService,
  ],
})
export class ConsultationsModule {}
