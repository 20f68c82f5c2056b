import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExpiredResponsesCleanup } from './expired-responses-cleanup';
import { IdempotentResponse } from './idempotent-response.entity';
import { IdempotentCallsService } from './idempotent-calls.service';

/** Calls with an `Idempotency-Key`. */
@Module({
  imports: [TypeOrmModule.forFeature([IdempotentResponse])],
  providers: [ExpiredResponsesCleanup, IdempotentCallsService],
  exports: [IdempotentCallsService],
})
export class IdempotencyModule {}
