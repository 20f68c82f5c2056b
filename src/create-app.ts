import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Logger as NestPinoLogger } from 'nestjs-pino';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module';
import type { Environment } from './config/environment';
import { runMigrations } from './database/migrations';
import { createLogger } from './logging/logger';
import { Front, FrontedExpressAdapter } from './trpc/front';

/**
 * Builds the application: connected and ready to listen. `main`, the embedded stack and the tests all use it.
 * @param logger where it writes; the process's standard output when absent
 */
export async function createApp(environment: Environment, logger?: Logger): Promise<INestApplication> {
  const adapter = new FrontedExpressAdapter();
  const app = await NestFactory.create(
    AppModule.forRoot(environment, logger ?? createLogger(environment)),
    adapter,
    {
      bodyParser: false,
      bufferLogs: true,
      abortOnError: false,
    },
  );
  app.useLogger(app.get(NestPinoLogger));
  app.flushLogs();
  const front = app.get(Front);
  adapter.putInFront((express) => front.handler(express));
  if (environment.MIGRATE_ON_START) await runMigrations(app.get(DataSource));
  return app.init();
}
