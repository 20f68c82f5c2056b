import { Feature } from '../../platform/feature/feature';
import { consultationsContract } from './consultations.contract';
import { ConsultationsModule } from './consultations.module';
import { Consultation } from './consultation.entity';
import {
  PathologyCountChange,
  PathologyCountPortion,
  PathologyCountVersion,
  PathologyDailyCount,
  PathologySum,
  PathologyTotal,
} from './counts/pathology-daily-count.entity';
import { Pathology, PathologyCodeEntry, PathologyName } from './pathologies/pathology.entity';
import { ConsultationClaim } from './recording/consultation-claim.entity';
import { ConsultationVoid } from './voiding/consultation-void.entity';

export const feature = new Feature({
  router: 'consultations',
  position: 4,
  purpose:
    'Consultations with their pathology: recorded once, one by one or a thousand at a time, listed, and taken out of the counts.',
  module: ConsultationsModule,
  contract: consultationsContract,
  entities: [
    Consultation,
    PathologyDailyCount,
    PathologyCountChange,
    PathologyCountPortion,
    PathologySum,
    PathologyTotal,
    PathologyCountVersion,
    Pathology,
    PathologyCodeEntry,
    PathologyName,
    ConsultationClaim,
    ConsultationVoid,
  ],
});
