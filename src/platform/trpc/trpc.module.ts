import { randomUUID } from 'node:crypto';
import { type DynamicModule, Logger, Module, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TRPCModule } from 'nestjs-trpc';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { RefusalsModule } from '../refusals/refusals.module';
import { AccessGuard } from './access.guard';
import { ContractCheck } from './contract-check';
import { CONTRACTS, type Contracts } from '../contract/contracts.token';
import { NestExceptionGuard } from './errors/nest-exception.guard';
import { RequestContextFactory } from './context/request-context.factory';
import { SharedResponsesService } from './shared-responses/shared-responses.service';
import { CallAnswers } from './transport/call-answers.service';
import { CallFailures } from './transport/call-failures.service';
import { DeprecationHeaders } from './transport/deprecation-headers';
import { IdempotentRetries } from './transport/idempotent-retries';
import { ProcedureRunner } from './transport/procedure-runner';
import { RefusalMessages } from './transport/refusal-messages.service';
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
          // Random, so that nobody reaches its adapter, which has no limits: the transport handler answers all calls.
          basePath: `/${randomUUID()}`,
          globalMiddlewares: [NestExceptionGuard, AccessGuard],
          logger: new Logger('tRPC'),
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
        RefusalMessages,
        RequestContextFactory,
        RequestReader,
        SharedResponsesService,
        StoredResponses,
        Subscriptions,
        TransportHandler,
      ],
      exports: [TransportHandler],
    };
  }
}
