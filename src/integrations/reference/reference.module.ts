import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule } from '../../modules/auth';
import { FEATURES, type Feature } from '../../platform/feature/feature';
import { ReferenceController } from './reference.controller';
import { ReferenceService } from './reference.service';

/** Builds the OpenAPI document, the Postman collection and llms.txt from the contracts. */
@Module({})
export class ReferenceModule {
  static forRoot(features: readonly Feature[]): DynamicModule {
    return {
      module: ReferenceModule,
      imports: [AuthModule],
      controllers: [ReferenceController],
      providers: [{ provide: FEATURES, useValue: features }, ReferenceService],
      exports: [ReferenceService],
    };
  }
}
