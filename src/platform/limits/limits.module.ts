import { Global, Module } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module';
import { CallLimits } from './call-limits';
import { FairTurns } from './fair-turns';
import { RateLimits } from './rate-limits';

/** The limits that all modules share. */
@Global()
@Module({
  providers: [
    CallLimits,
    FairTurns,
    { provide: RateLimits, useFactory: RateLimits.create, inject: [ENVIRONMENT] },
  ],
  exports: [CallLimits, FairTurns, RateLimits],
})
export class LimitsModule {}
