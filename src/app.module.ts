import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { AuditModule } from './platform/audit/audit.module';
import { AuditPageModule } from './pages/audit/audit-page.module';
import { AuthModule } from './modules/auth/auth.module';
import { ChatPageModule } from './pages/chat/chat-page.module';
import { ConfigModule } from './platform/config/config.module';
import type { Environment } from './platform/config/environment';
import { DashboardModule } from './pages/dashboard/dashboard.module';
import { DatabaseModule } from './platform/database/database.module';
import { ExportsModule } from './integrations/exports/exports.module';
import { FhirModule } from './integrations/fhir/fhir.module';
import { HomeModule } from './pages/home/home.module';
import { ImportsModule } from './integrations/imports/imports.module';
import * as listed from './features';
import { contractsOf } from './platform/feature/feature';
import { installedFeatures } from './platform/feature/installed-features';
import { LimitsModule } from './platform/limits/limits.module';
import { LoggingModule } from './platform/logging/logging.module';
import { ProbesModule } from './platform/probes/probes.module';
import { ReferencePageModule } from './pages/reference/reference-page.module';
import { ReferenceModule } from './integrations/reference/reference.module';
import { TrpcModule } from './platform/trpc/trpc.module';

@Module({})
export class AppModule {
  static forRoot(environment: Environment, logger: Logger): DynamicModule {
    const features = installedFeatures({ ...listed }, environment.FEATURES);
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(environment),
        LimitsModule,
        LoggingModule.forRoot(logger),
        DatabaseModule.forRoot(
          environment,
          features.flatMap(({ entities }) => entities),
        ),
        AuditModule,
        TrpcModule.forRoot({ contracts: contractsOf(features), callers: AuthModule }),
        ...features.map((feature) => feature.module),
        AuditPageModule,
        ChatPageModule,
        ExportsModule,
        FhirModule,
        DashboardModule,
        ImportsModule,
        ReferenceModule.forRoot(features),
        ReferencePageModule,
        HomeModule,
        ProbesModule,
      ],
    };
  }
}
