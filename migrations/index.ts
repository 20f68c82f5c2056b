import { CreateAccounts1763700000000 } from './1763700000000-create-accounts';
import { CreateSpecialties1763700100000 } from './1763700100000-create-specialties';
import { CreatePathologies1763700200000 } from './1763700200000-create-pathologies';
import { CreateConsultations1763700300000 } from './1763700300000-create-consultations';
import { CreateConversations1763700400000 } from './1763700400000-create-conversations';
import { CreateMedicationSales1763700500000 } from './1763700500000-create-medication-sales';
import { CreateClaims1763800000000 } from './1763800000000-create-claims';
import { ExtendMedications1763800100000 } from './1763800100000-extend-medications';
import { CreateConsultationVoids1763800200000 } from './1763800200000-create-consultation-voids';
import { IndexDailyCounts1763800300000 } from './1763800300000-index-daily-counts';
import { IndexLateConsultations1763800400000 } from './1763800400000-index-late-consultations';
import { ExtendConsultations1763900000000 } from './1763900000000-extend-consultations';
import { AddPathologyCodes1763900100000 } from './1763900100000-add-pathology-codes';
import { CreateIdempotentAnswers1763900200000 } from './1763900200000-create-idempotent-answers';
import { CreateFhirResources1763900300000 } from './1763900300000-create-fhir-resources';
import { ExtendConversations1763900400000 } from './1763900400000-extend-conversations';
import { CreateAssistantTopics1763900500000 } from './1763900500000-create-assistant-topics';
import { IndexAnswersByConversation1763900600000 } from './1763900600000-index-answers-by-conversation';
import { SumDailyCounts1764000000000 } from './1764000000000-sum-daily-counts';
import { StoreCountryAlerts1764000100000 } from './1764000100000-store-country-alerts';
import { RecordByFunctions1764000200000 } from './1764000200000-record-by-functions';
import { FoldInSteps1764000300000 } from './1764000300000-fold-in-steps';
import { StorePortalTokens1764100100000 } from './1764100100000-store-portal-tokens';
import { CreateAuditTrail1764100200000 } from './1764100200000-create-audit-trail';
import { IndexClaimsByRecord1764100300000 } from './1764100300000-index-claims-by-record';
import { RemoveAuditDays1764100400000 } from './1764100400000-remove-audit-days';
import { StorePortalSessions1764100500000 } from './1764100500000-store-portal-sessions';
import { StoreSameDay1764100600000 } from './1764100600000-store-same-day';
import { CorrectCatalogues1764100700000 } from './1764100700000-correct-catalogues';
import { DistinguishNumbers1764100800000 } from './1764100800000-distinguish-numbers';
import { MarkEarlierClaims1764100850000 } from './1764100850000-mark-earlier-claims';
import { NormalizeIdentifiers1764100900000 } from './1764100900000-normalize-identifiers';
import { NamePathologiesByCode1764101000000 } from './1764101000000-name-pathologies-by-code';
import { CreateAlertNotices1764101100000 } from './1764101100000-create-alert-notices';
import { CreateAlertActs1764101200000 } from './1764101200000-create-alert-acts';
import { CreateSavedViews1764101300000 } from './1764101300000-create-saved-views';
import { StoreCountryOfResponses1764101400000 } from './1764101400000-store-country-of-responses';

/** Every migration, oldest first. */
export const migrations = [
  CreateAccounts1763700000000,
  CreateSpecialties1763700100000,
  CreatePathologies1763700200000,
  CreateConsultations1763700300000,
  CreateConversations1763700400000,
  CreateMedicationSales1763700500000,
  CreateClaims1763800000000,
  ExtendMedications1763800100000,
  CreateConsultationVoids1763800200000,
  IndexDailyCounts1763800300000,
  IndexLateConsultations1763800400000,
  ExtendConsultations1763900000000,
  AddPathologyCodes1763900100000,
  CreateIdempotentAnswers1763900200000,
  CreateFhirResources1763900300000,
  ExtendConversations1763900400000,
  CreateAssistantTopics1763900500000,
  IndexAnswersByConversation1763900600000,
  SumDailyCounts1764000000000,
  StoreCountryAlerts1764000100000,
  RecordByFunctions1764000200000,
  FoldInSteps1764000300000,
  StorePortalTokens1764100100000,
  CreateAuditTrail1764100200000,
  IndexClaimsByRecord1764100300000,
  RemoveAuditDays1764100400000,
  StorePortalSessions1764100500000,
  StoreSameDay1764100600000,
  CorrectCatalogues1764100700000,
  DistinguishNumbers1764100800000,
  MarkEarlierClaims1764100850000,
  NormalizeIdentifiers1764100900000,
  NamePathologiesByCode1764101000000,
  CreateAlertNotices1764101100000,
  CreateAlertActs1764101200000,
  CreateSavedViews1764101300000,
  StoreCountryOfResponses1764101400000,
];
