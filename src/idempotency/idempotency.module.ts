import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdempotentAnswer } from './idempotent-answer.entity';
import { IdempotentCalls } from './idempotent-calls.service';

/** Calls under an `Idempotency-Key`. */
@Module({
  imports: [TypeOrmModule.forFeature([IdempotentAnswer])],
  providers: [IdempotentCalls],
  exports: [IdempotentCalls],
})
export class IdempotencyModule {}
