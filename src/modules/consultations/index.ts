export { JOIN_PATHOLOGY_AND_VOID } from './consultation-details.sql';
export { consultationsContract } from './consultations.contract';
export { ConsultationsModule } from './consultations.module';
export {
  COUNT_CONSULTATIONS,
  countDifference,
  LIST_COUNT_DIFFERENCES,
  LIST_MISSING_CONSULTATIONS,
} from './counts/count-check.sql';
export {
  type CountryCount,
  type FoundPathology,
  type NameAndKey,
  type NamedCountryCount,
  type PathologyCount,
  PathologyCountsService,
} from './counts/pathology-counts.service';
export { DAILY_CASES } from './counts/pathology-counts.sql';
export { type WeeklyCounts, WeeklyCountsService } from './counts/weekly-counts.service';
export { ConsultationRecordsService } from './listing/consultation-records.service';
export { type ConsultationRecord, consultationRecord } from './listing/consultation-records.sql';
export { describeFullNames } from './pathologies/full-names';
export { PathologyCatalogueService } from './pathologies/pathology-catalogue.service';
export {
  type CodedPathology,
  formatNameOfCountry,
  keyOfCode,
  nameNewPathologies,
  nameOfCode,
} from './pathologies/coded-pathology';
export { isInCatalogue, NamedPathologies, type NameOfCountry } from './pathologies/named-pathologies';
export type { CataloguePathology } from './pathologies/pathology-catalogue.sql';
export { formatPathologyCode, isWhoIcd10, type PathologyCode } from './pathologies/pathology-code';
export { recordStagedConsultations, toConsultationRow } from './recording/consultation-batch';
export { stagedConsultations } from './recording/consultation-batch.sql';
export { ConsultationRecordingService } from './recording/consultation-recording.service';
export {
  assertKeyOfAccount,
  ERASED_ID_PREFIX,
  type ErasureKey,
  readErasureKey,
  restoreErasedIds,
} from './recording/erased-ids';
export { LOCK_ERASED_IDS } from './recording/erased-ids.sql';
export {
  adopt,
  type CheckedConsultation,
  type ClaimedConsultation,
  type ItemOutcome,
} from './recording/item-outcome';
export type { EarlierId, NewConsultation } from './recording/new-consultation';
export { repeatRecording, StalePathologyError } from './recording/repeated-recording';
export { ERASED_REASON } from './voiding/consultation-void.sql';
