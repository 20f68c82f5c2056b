import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule } from '../../modules/auth';
import { CONTRACTS, type Contracts } from '../../platform/trpc/contract/contracts.token';
import { ReferenceController } from './reference.controller';
import { ReferenceService } from './reference.service';

/** OpenAPI, Postman and plain text, made from the contracts. */
@Module({})
export class ReferenceModule {
  static forRoot(contracts: Contracts): DynamicModule {
    return {
      module: ReferenceModule,
      imports: [AuthModule],
      controllers: [ReferenceController],
      providers: [{ provide: CONTRACTS, useValue: contracts }, ReferenceService],
      exports: [ReferenceService],
    };
  }
}
