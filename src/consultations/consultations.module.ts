import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Consultation } from './consultation.entity';
import { ConsultationClaim } from './consultation-claim.entity';
import { ConsultationVoid } from './consultation-void.entity';
import { ConsultationVoidsService } from './consultation-voids.service';
import { ConsultationsRouter } from './consultations.router';
import { ConsultationsService } from './consultations.service';
import { PathologyCountsService } from './pathology-counts.service';
import { WeeklyCountsService } from './weekly-counts.service';
import { PathologyDailyCount } from './pathology-daily-count.entity';
import { Pathology, PathologyName } from './pathology.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      Consultation,
      ConsultationClaim,
      ConsultationVoid,
      Pathology,
      PathologyName,
      PathologyDailyCount,
    ]),
  ],
  providers: [
    ConsultationsRouter,
    ConsultationsService,
    ConsultationVoidsService,
    PathologyCountsService,
    WeeklyCountsService,
  ],
  exports: [ConsultationsService, PathologyCountsService, WeeklyCountsService],
})
export class ConsultationsModule {}
