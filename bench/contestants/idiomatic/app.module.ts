import { Controller, type DynamicModule, Get, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TRPCModule } from 'nestjs-trpc';
import superjson from 'superjson';
import { Account } from '../../../src/modules/auth/accounts/account.entity';
import { Session } from '../../../src/modules/auth/sessions/session.entity';
import { Consultation } from '../../../src/modules/consultations/consultation.entity';
import { Pathology, PathologyName } from '../../../src/modules/consultations/pathologies/pathology.entity';
import { Medication, MedicationSale } from '../../../src/modules/health/medications/medication.entity';
import { SpecialtyEntity } from '../../../src/modules/specialties/specialty.entity';
import type { ContestantSettings } from '../settings';
import { AuthRouter } from './auth.router';
import { ConsultationsRouter } from './consultations.router';
import { HealthRouter } from './health.router';
import { RequestContext } from './request-context';
import { DoctorMiddleware, MinistryMiddleware, SessionMiddleware } from './session.middleware';
import { SpecialtiesRouter } from './specialties.router';

const ENTITIES = [
  Account,
  Consultation,
  Medication,
  MedicationSale,
  Pathology,
  PathologyName,
  Session,
  SpecialtyEntity,
];

@Controller()
class ReadinessController {
  @Get('readyz')
  check(): string {
    return 'ready';
  }
}

@Module({})
export class AppModule {
  static forRoot({ DATABASE_URL, DATABASE_POOL_SIZE }: ContestantSettings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        TypeOrmModule.forRoot({
          type: 'postgres',
          url: DATABASE_URL,
          poolSize: DATABASE_POOL_SIZE,
          entities: ENTITIES,
        }),
        TypeOrmModule.forFeature(ENTITIES),
        TRPCModule.forRoot({ basePath: '/api/trpc', transformer: superjson, context: RequestContext }),
      ],
      controllers: [ReadinessController],
      providers: [
        RequestContext,
        SessionMiddleware,
        DoctorMiddleware,
        MinistryMiddleware,
        AuthRouter,
        ConsultationsRouter,
        HealthRouter,
        SpecialtiesRouter,
      ],
    };
  }
}
