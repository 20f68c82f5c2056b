import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { AuthModule } from './auth/auth.module';
import { ChatbotModule } from './chatbot/chatbot.module';
import { ChatPageModule } from './chatbot/page/chat-page.module';
import { ConfigModule } from './config/config.module';
import type { Environment } from './config/environment';
import { ConsultationsModule } from './consultations/consultations.module';
import { contracts } from './contract';
import { DashboardModule } from './dashboard/dashboard.module';
import { DatabaseModule } from './database/database.module';
import { ExportsModule } from './exports/exports.module';
import { FhirModule } from './fhir/fhir.module';
import { HealthModule } from './health/health.module';
import { HomeModule } from './home/home.module';
import { ImportsModule } from './imports/imports.module';
import { LoggingModule } from './logging/logging.module';
import { ProbesModule } from './probes/probes.module';
import { ReferencePageModule } from './reference/page/reference-page.module';
import { ReferenceModule } from './reference/reference.module';
import { SpecialtiesModule } from './specialties/specialties.module';
import { TrpcModule } from './trpc/trpc.module';

@Module({})
export class AppModule {
  static forRoot(environment: Environment, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(environment),
        LoggingModule.forRoot(logger),
        DatabaseModule.forRoot(environment),
        TrpcModule.forRoot({ contracts, callers: AuthModule }),
        AuthModule,
        ChatbotModule,
        ChatPageModule,
        SpecialtiesModule,
        ConsultationsModule,
        HealthModule,
        ExportsModule,
        FhirModule,
        DashboardModule,
        ImportsModule,
        ReferenceModule.forRoot(contracts),
        ReferencePageModule,
        HomeModule,
        ProbesModule,
      ],
    };
  }
}
