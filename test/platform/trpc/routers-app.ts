import { Global, type INestApplication, Injectable, Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { type Caller, CallerResolver } from '../../../src/platform/access/caller';
import { ROLES } from '../../../src/platform/access/role';
import { AuditModule } from '../../../src/platform/audit/audit.module';
import { AuditedCalls } from '../../../src/platform/audit/audited-calls.service';
import { ConfigModule } from '../../../src/platform/config/config.module';
import { DataVersions } from '../../../src/platform/database/data-versions';
import { Database } from '../../../src/platform/database/database';
import { DatabaseModule } from '../../../src/platform/database/database.module';
import { IdempotencyModule } from '../../../src/platform/idempotency/idempotency.module';
import { IdempotentCallsService } from '../../../src/platform/idempotency/idempotent-calls.service';
import { createLogger } from '../../../src/platform/logging/logger';
import { LimitsModule } from '../../../src/platform/limits/limits.module';
import { LoggingModule } from '../../../src/platform/logging/logging.module';
import { ContractCheck } from '../../../src/platform/trpc/contract-check';
import type { Contracts } from '../../../src/platform/contract/contracts.token';
import { TrpcModule } from '../../../src/platform/trpc/trpc.module';
import { testEnvironment } from '../../support/environment';

/** Resolves a caller with the role of the header `role`. */
@Injectable()
class HeaderCallerResolver extends CallerResolver {
  resolve(exchange: Parameters<CallerResolver['resolve']>[0]): Promise<Caller | null> {
    const role = ROLES.find((known) => known === exchange.requestHeader('role'));
    return Promise.resolve(
      role ? { userId: ACCOUNT, sessionId: 's', role, country: '*', email: '', name: '' } : null,
    );
  }

  logOut(): Promise<void> {
    return Promise.resolve();
  }
}

/** For applications without a database, which cannot store responses or read versions. */
@Global()
@Module({
  providers: [
    { provide: IdempotentCallsService, useValue: {} },
    { provide: DataVersions, useValue: {} },
    { provide: Database, useValue: {} },
  ],
  exports: [IdempotentCallsService, DataVersions, Database],
})
class NoIdempotency {}

/** For applications without a database, which cannot write audit events. */
@Global()
@Module({
  providers: [{ provide: AuditedCalls, useValue: { isAudited: () => false } }],
  exports: [AuditedCalls],
})
class NoAudit {}

/** The account of all callers with a role. */
export const ACCOUNT = '0b7a9a52-3c51-4e0a-8f39-5f6f0b7d9c34';

/** Creates an application that has only the transport and these routers, without a database unless its URL is given. */
export async function createRoutersApp(
  contracts: Contracts,
  routers: readonly Type[],
  { checked = true, databaseUrl }: { checked?: boolean; databaseUrl?: string } = {},
): Promise<INestApplication> {
  @Module({
    providers: [{ provide: CallerResolver, useClass: HeaderCallerResolver }, ...routers],
    exports: [CallerResolver],
  })
  class Callers {}

  const environment = testEnvironment(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  const builder = Test.createTestingModule({
    imports: [
      ConfigModule.forRoot(environment),
      LimitsModule,
      LoggingModule.forRoot(createLogger(environment, { write: () => undefined })),
      ...(databaseUrl === undefined ? [NoAudit] : [DatabaseModule.forRoot(environment, []), AuditModule]),
      TrpcModule.forRoot({ contracts, callers: Callers }),
    ],
  });
  if (databaseUrl === undefined) builder.overrideModule(IdempotencyModule).useModule(NoIdempotency);
  if (!checked) builder.overrideProvider(ContractCheck).useValue({});
  const module = await builder.compile();
  return module.createNestApplication({ logger: false });
}
