import cluster from 'node:cluster';
import { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { createApp } from './create-app';
import { prepareAssistant } from './modules/chatbot';
import { prepareTriage } from './modules/triage';
import type { Environment } from './platform/config/environment';
import { Database } from './platform/database/database';
import { findLateDeadlockTimeout } from './platform/database/deadlock-timeout';
import { checkMigrations } from './platform/database/migrations';
import { createLogger } from './platform/logging/logger';
import { endOnSignals } from './platform/processes/end-on-signals';
import { limitHeapGrowth } from './platform/processes/heap';
import { retireOnRequest } from './platform/processes/retirement';
import { startTelemetry } from './start-telemetry';

/** Pause before the assistant is loaded, for requests that arrived during the start. */
const FIRST_REQUESTS_MS = 250;

/** Runs the API in this process until a signal ends it. */
export async function serve(environment: Environment): Promise<void> {
  limitHeapGrowth();
  const logger = createLogger(environment);
  const endTelemetry = await startTelemetry(environment, logger);
  const app = await createApp(environment, logger);
  const { worker } = cluster;
  const server: unknown = app.getHttpServer();
  if (!(server instanceof Server)) throw new TypeError('the platform runs on an HTTP server of Node');
  const end = endOnSignals(worker ? ['SIGTERM'] : ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'], {
    app,
    server,
    logger,
    delayMs: environment.SHUTDOWN_DELAY_SECONDS * 1_000,
    afterClose: endTelemetry,
  });
  if (worker) retireOnRequest(server, end);
  // The other workers have time, because the first one already serves.
  const isFirst = worker === undefined || worker.id === 1;
  if (!isFirst) await loadAssistant();
  await listen(app, environment);
  if (!isFirst) return;
  await wait(FIRST_REQUESTS_MS);
  await loadAssistant();
  await warnOfLateDeadlocks(app, { environment, logger });
  if (environment.NODE_ENV === 'production' && !environment.MIGRATE_ON_START)
    await warnOfEditedMigrations(app, logger);
}

async function listen(app: INestApplication, { HOST, PORT }: Environment): Promise<void> {
  // Without a host, Node listens on IPv6 and IPv4.
  await (HOST === undefined ? app.listen(PORT) : app.listen(PORT, HOST));
}

/** Loads what the first messages would load, in steps of at most 0.2 s. Requests are served between them. */
export async function loadAssistant(): Promise<void> {
  prepareTriage();
  await prepareAssistant();
}

async function warnOfLateDeadlocks(
  app: INestApplication,
  { environment, logger }: { readonly environment: Environment; readonly logger: Logger },
): Promise<void> {
  try {
    const warning = await findLateDeadlockTimeout(app.get(Database), environment);
    if (warning !== undefined) logger.warn(warning);
  } catch (error) {
    logger.warn({ err: error }, 'it was not checked when the database looks for deadlocks');
  }
}

async function warnOfEditedMigrations(app: INestApplication, logger: Logger): Promise<void> {
  const warn = ({ message }: Error) => {
    logger.warn(message);
  };
  await checkMigrations(app.get(DataSource), warn).catch((error: unknown) => {
    logger.warn({ err: error }, 'it was not checked whether migrations were edited');
  });
}
