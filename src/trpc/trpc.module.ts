import { type DynamicModule, Logger, Module, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TRPCModule } from 'nestjs-trpc';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { AccessGuard } from './access.guard';
import { ContractCheck } from './contract-check';
import { CONTRACTS, type Contracts } from './contracts.token';
import { errorShape } from './error-body';
import { NestExceptionGuard } from './nest-exception.guard';
import { RequestContext } from './request-context';
import { RequestContextFactory } from './request-context.factory';
import { StreamErrorLog } from './stream-error-log';
import { markAsError, transformer } from './transformer';
import { RepeatedCalls } from './wire/repeated-calls';
import { ADAPTER_PATH } from './wire/target';
import { WireHandler } from './wire/wire.handler';

/** The wire. It is given the contracts and whoever resolves callers, and knows nothing of health. */
@Module({})
export class TrpcModule {
  static forRoot({ contracts, callers }: { contracts: Contracts; callers: Type }): DynamicModule {
    return {
      module: TrpcModule,
      imports: [
        callers,
        DiscoveryModule,
        IdempotencyModule,
        TRPCModule.forRoot({
          basePath: ADAPTER_PATH,
          transformer,
          context: RequestContextFactory,
          globalMiddlewares: [NestExceptionGuard, AccessGuard],
          onError: StreamErrorLog,
          logger: new Logger('tRPC'),
          errorFormatter: ({ error, path, ctx }) => {
            const requestId = ctx instanceof RequestContext ? ctx.requestId : 'unknown';
            return markAsError(errorShape(error, path, requestId));
          },
        }),
      ],
      providers: [
        { provide: CONTRACTS, useValue: contracts },
        AccessGuard,
        ContractCheck,
        NestExceptionGuard,
        RepeatedCalls,
        RequestContextFactory,
        StreamErrorLog,
        WireHandler,
      ],
      exports: [WireHandler],
    };
  }
}
