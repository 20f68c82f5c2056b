import { type INestApplication, Injectable, Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { type Caller, CallerResolver } from '../../src/access/caller';
import { ROLES } from '../../src/access/role';
import { ConfigModule } from '../../src/config/config.module';
import { createLogger } from '../../src/logging/logger';
import { LoggingModule } from '../../src/logging/logging.module';
import { ContractCheck } from '../../src/trpc/contract-check';
import type { Contracts } from '../../src/trpc/contracts.token';
import { TrpcModule } from '../../src/trpc/trpc.module';
import { testEnvironment } from '../support/environment';

/** Takes whoever names a role in the header `role` for a caller who has it. */
@Injectable()
class CallerByHeader extends CallerResolver {
  resolve(exchange: Parameters<CallerResolver['resolve']>[0]): Promise<Caller | null> {
    const role = ROLES.find((known) => known === exchange.requestHeader('role'));
    return Promise.resolve(role ? { userId: 'u', sessionId: 's', role, country: '*' } : null);
  }

  logOut(): Promise<void> {
    return Promise.resolve();
  }
}

/** The wire with some routers, and neither a database nor the platform's own procedures. */
export async function createRouters(
  contracts: Contracts,
  routers: readonly Type[],
  { checked = true } = {},
): Promise<INestApplication> {
  @Module({
    providers: [{ provide: CallerResolver, useClass: CallerByHeader }, ...routers],
    exports: [CallerResolver],
  })
  class Callers {}

  const environment = testEnvironment();
  const builder = Test.createTestingModule({
    imports: [
      ConfigModule.forRoot(environment),
      LoggingModule.forRoot(createLogger(environment, { write: () => undefined })),
      TrpcModule.forRoot({ contracts, callers: Callers }),
    ],
  });
  if (!checked) builder.overrideProvider(ContractCheck).useValue({});
  const module = await builder.compile();
  return module.createNestApplication({ logger: false });
}
