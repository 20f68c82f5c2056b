export { consultationsContract } from './consultations.contract';
export { ConsultationsModule } from './consultations.module';
export { CountCheckService, type DailyDifference, type MissingRecord } from './counts/count-check.service';
export {
  type CountryCount,
  type NamedCountryCount,
  type PathologyCount,
  PathologyCountsService,
} from './counts/pathology-counts.service';
export { type WeeklyCounts, WeeklyCountsService } from './counts/weekly-counts.service';
export { ConsultationRecordsService } from './listing/consultation-records.service';
export type { ConsultationRecord } from './listing/consultation-records.sql';
export { PathologyCatalogueService } from './pathologies/pathology-catalogue.service';
export type { CataloguePathology } from './pathologies/pathology-catalogue.sql';
export { formatPathologyCode, type PathologyCode } from './pathologies/pathology-code';
export { ConsultationBatchService, toConsultationRow } from './recording/consultation-batch.service';
export { stagedConsultations } from './recording/consultation-batch.sql';
export {
  ConsultationRecordingService,
  type NewConsultation,
} from './recording/consultation-recording.service';
export type { ItemOutcome } from './recording/item-outcome';
