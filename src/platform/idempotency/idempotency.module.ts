import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExpiredAnswers } from './expired-answers';
import { IdempotentAnswer } from './idempotent-answer.entity';
import { IdempotentCalls } from './idempotent-calls.service';

/** Calls under an `Idempotency-Key`. */
@Module({
  imports: [TypeOrmModule.forFeature([IdempotentAnswer])],
  providers: [ExpiredAnswers, IdempotentCalls],
  exports: [IdempotentCalls],
})
export class IdempotencyModule {}
