import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { AuthModule } from './modules/auth/auth.module';
import { ChatbotModule } from './modules/chatbot/chatbot.module';
import { ChatPageModule } from './pages/chat/chat-page.module';
import { ConfigModule } from './platform/config/config.module';
import type { Environment } from './platform/config/environment';
import { ConsultationsModule } from './modules/consultations/consultations.module';
import { contracts } from './app-router';
import { DashboardModule } from './pages/dashboard/dashboard.module';
import { DatabaseModule } from './platform/database/database.module';
import { ExportsModule } from './integrations/exports/exports.module';
import { FhirModule } from './integrations/fhir/fhir.module';
import { HealthModule } from './modules/health/health.module';
import { HomeModule } from './pages/home/home.module';
import { ImportsModule } from './integrations/imports/imports.module';
import { LoggingModule } from './platform/logging/logging.module';
import { ProbesModule } from './platform/probes/probes.module';
import { ReferencePageModule } from './pages/reference/reference-page.module';
import { ReferenceModule } from './integrations/reference/reference.module';
import { SpecialtiesModule } from './modules/specialties/specialties.module';
import { TrpcModule } from './platform/trpc/trpc.module';

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
