import { Global, Module } from '@nestjs/common';
import { CallLimits } from './call-limits';
import { FairTurns } from './fair-turns';
import { RateLimits } from './rate-limits';

/** The limits that all modules share. */
@Global()
@Module({ providers: [CallLimits, FairTurns, RateLimits], exports: [CallLimits, FairTurns, RateLimits] })
export class LimitsModule {}
