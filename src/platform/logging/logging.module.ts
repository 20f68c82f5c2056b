import { type DynamicModule, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { Logger } from 'pino';

/** Has Nest's own logger write to the process's log, with the request's id where there is a request. */
@Module({})
export class LoggingModule {
  static forRoot(logger: Logger): DynamicModule {
    return {
      module: LoggingModule,
      // The request's own logger exists already: the front makes it for every request, procedures too.
      imports: [LoggerModule.forRoot({ pinoHttp: { logger }, useExisting: true })],
    };
  }
}
