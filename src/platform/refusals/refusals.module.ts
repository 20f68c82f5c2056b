import { Module } from '@nestjs/common';
import { RefusalWriters } from './refusal-writers';
import { RefusedAccessLog } from './refused-access-log';

/** Provides the log of refused access, and the writers of refusals. */
@Module({ providers: [RefusalWriters, RefusedAccessLog], exports: [RefusalWriters, RefusedAccessLog] })
export class RefusalsModule {}
