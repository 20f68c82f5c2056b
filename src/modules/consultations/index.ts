export { consultationsContract } from './consultations.contract';
export { ConsultationsModule } from './consultations.module';
export {
  CountCheckService,
  type DailyDifference,
  type MissingRecord,
  rowsOf,
} from './counts/count-check.service';
export {
  type CountryCount,
  type NamedCountryCount,
  type PathologyCount,
  PathologyCountsService,
} from './counts/pathology-counts.service';
export { type WeeklyCounts, WeeklyCountsService } from './counts/weekly-counts.service';
export { type ConsultationRecord, ConsultationRecordsService } from './listing/consultation-records.service';
export {
  type CataloguePathology,
  PathologyCatalogueService,
  type PathologyCode,
  writtenCode,
} from './pathologies/pathology-catalogue.service';
export { ConsultationBatchService, consultationRow } from './recording/consultation-batch.service';
export {
  ConsultationLinesService,
  type LineOutcome,
  type NewConsultation,
} from './recording/consultation-lines.service';
