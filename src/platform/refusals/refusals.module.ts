import { Global, Module } from '@nestjs/common';
import { RefusedAccessLog } from './refused-access-log';

/** Provides the log of refused access to the transport and to routes. */
@Global()
@Module({ providers: [RefusedAccessLog], exports: [RefusedAccessLog] })
export class RefusalsModule {}
