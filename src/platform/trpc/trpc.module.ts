import { type DynamicModule, Logger, Module, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TRPCModule } from 'nestjs-trpc';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { RefusalsModule } from '../refusals/refusals.module';
import { AccessGuard } from './access.guard';
import { ContractCheck } from './contract-check';
import { CONTRACTS, type Contracts } from '../contract/contracts.token';
import { errorShape } from './errors/error-body';
import { NestExceptionGuard } from './errors/nest-exception.guard';
import { RequestContext } from './context/request-context';
import { RequestContextFactory } from './context/request-context.factory';
import { StreamErrorLog } from './errors/stream-error-log';
import { SharedResponsesService } from './shared-responses/shared-responses.service';
import { markAsError, transformer } from './transformer';
import { CallAnswers } from './transport/call-answers.service';
import { CallFailures } from './transport/call-failures.service';
import { DeprecationHeaders } from './transport/deprecation-headers';
import { IdempotentRetries } from './transport/idempotent-retries';
import { ADAPTER_PATH } from './transport/target';
import { ProcedureRunner } from './transport/procedure-runner';
import { RequestReader } from './transport/request-reader.service';
import { StoredResponses } from './transport/stored-responses.service';
import { Subscriptions } from './transport/subscriptions.service';
import { TransportHandler } from './transport/transport.handler';

/** The tRPC transport. `callers` is the module that provides the CallerResolver. */
@Module({})
export class TrpcModule {
  static forRoot({ contracts, callers }: { contracts: Contracts; callers: Type }): DynamicModule {
    return {
      module: TrpcModule,
      imports: [
        callers,
        DiscoveryModule,
        IdempotencyModule,
        RefusalsModule,
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
        CallAnswers,
        CallFailures,
        ContractCheck,
        DeprecationHeaders,
        NestExceptionGuard,
        IdempotentRetries,
        ProcedureRunner,
        RequestContextFactory,
        RequestReader,
        SharedResponsesService,
        StoredResponses,
        StreamErrorLog,
        Subscriptions,
        TransportHandler,
      ],
      exports: [TransportHandler],
    };
  }
}
