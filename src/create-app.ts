import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module';
import type { Environment } from './config/environment';
import { checkMigrations, migrate, onEditedIn } from './database/migrations';
import { createLogger } from './logging/logger';
import { NestLogger } from './logging/nest-logger';
import { createFront } from './http/front';
import { FrontedExpressAdapter } from './http/fronted-express.adapter';
import { UnexpectedErrorFilter } from './http/unexpected-error.filter';
import { WireHandler } from './trpc/wire/wire.handler';

/**
 * Builds the application: connected and ready to listen. `main`, the embedded stack and the tests all use it.
 * @param logger where it writes; the process's standard output when absent
 */
export async function createApp(
  environment: Environment,
  logger: Logger = createLogger(environment),
): Promise<INestApplication> {
  const adapter = new FrontedExpressAdapter();
  const app = await NestFactory.create(AppModule.forRoot(environment, logger), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  app.useGlobalFilters(new UnexpectedErrorFilter());
  adapter.putInFront(
    createFront({
      environment,
      logger,
      wire: app.get(WireHandler),
      hasPage: (path) => adapter.hasPage(path),
    }),
  );
  try {
    await prepareDatabase(app, { environment, logger });
  } catch (error) {
    await app.close();
    throw error;
  }
  return app.init();
}

/** Runs the outstanding migrations if the settings say so, and looks for edited ones. */
async function prepareDatabase(
  app: INestApplication,
  { environment, logger }: { environment: Environment; logger: Logger },
): Promise<void> {
  const { MIGRATE_ON_START, NODE_ENV } = environment;
  const onEdited = onEditedIn(NODE_ENV, (message) => {
    logger.warn(message);
  });
  if (MIGRATE_ON_START) await migrate(environment, onEdited);
  // The database of a test was migrated by the program under test.
  else if (NODE_ENV !== 'test') await checkMigrations(app.get(DataSource), onEdited);
}
