import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module';
import type { Environment } from './platform/config/environment';
import { OperationOutcomeFilter } from './integrations/fhir/operation-outcome.filter';
import { checkMigrations, migrate, editedMigrationHandler } from './platform/database/migrations';
import { checkDatabaseVersion } from './platform/database/newer-database';
import { assertRestrictedRoles } from './platform/database/production-roles';
import { createLogger } from './platform/logging/logger';
import { NestLogger } from './platform/logging/nest-logger';
import { createRequestPipeline } from './platform/http/request-pipeline';
import { CallLimits } from './platform/limits/call-limits';
import { FairTurns } from './platform/limits/fair-turns';
import { CallLimitGuard } from './platform/routes/call-limit.guard';
import { RefusedAccessLog } from './platform/refusals/refused-access-log';
import { createRefusedRouteLog } from './platform/routes/refused-routes';
import { PipelinedExpressAdapter } from './platform/http/pipelined-express.adapter';
import { UnexpectedErrorFilter } from './platform/http/unexpected-error.filter';
import { UnknownAddressFilter } from './platform/trpc/errors/unknown-address.filter';
import { ProcedureRunner } from './platform/trpc/transport/procedure-runner';
import { TransportHandler } from './platform/trpc/transport/transport.handler';

/**
 * Creates the application, connected to the database and ready to listen.
 * @param logger writes to standard output by default
 */
export async function createApp(
  environment: Environment,
  logger: Logger = createLogger(environment),
): Promise<INestApplication> {
  const adapter = new PipelinedExpressAdapter({ environment, logger });
  const app = await NestFactory.create(AppModule.forRoot(environment, logger), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  const unknownAddresses = new UnknownAddressFilter([...app.get(ProcedureRunner).contracts.keys()]);
  app.useGlobalFilters(new UnexpectedErrorFilter([app.get(OperationOutcomeFilter), unknownAddresses]));
  app.useGlobalGuards(new CallLimitGuard(app.get(CallLimits), environment));
  adapter.usePipeline(
    createRequestPipeline({
      environment,
      logger,
      transport: app.get(TransportHandler),
      hasPage: (path) => adapter.hasPage(path),
      logRefusedRoute: createRefusedRouteLog(app.get(RefusedAccessLog), environment),
      turns: app.get(FairTurns),
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

/** Checks the role, runs the outstanding migrations if MIGRATE_ON_START is set, and checks for edited and unknown ones. */
async function prepareDatabase(
  app: INestApplication,
  { environment, logger }: { environment: Environment; logger: Logger },
): Promise<void> {
  const { MIGRATE_ON_START, NODE_ENV } = environment;
  const dataSource = app.get(DataSource);
  const report = (message: string) => {
    logger.warn(message);
  };
  await assertRestrictedRoles(dataSource, environment);
  if (MIGRATE_ON_START) {
    await migrate(environment, { onEdited: editedMigrationHandler(NODE_ENV, report), report });
    // The first migration may have made the role an owner.
    await assertRestrictedRoles(dataSource, environment);
  } else await checkDatabaseVersion(dataSource, { isAllowed: environment.ALLOW_NEWER_DATABASE, report });
  // Tests skip the check: their database was migrated by the same program. In production it only warns, and comes later.
  if (NODE_ENV === 'development' && !MIGRATE_ON_START) await checkMigrations(dataSource);
}
