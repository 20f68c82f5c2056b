import { Module } from '@nestjs/common';
import { RefusedAccessLog } from './refused-access-log';

/** Provides the log of refused access. */
@Module({ providers: [RefusedAccessLog], exports: [RefusedAccessLog] })
export class RefusalsModule {}
