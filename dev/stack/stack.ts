import { readEnvironment, type Environment } from '../../src/platform/config/environment';
import { CALLBACK_PATH } from '../../src/shared/login-paths';
import { startPortal, type Portal } from '../portal/start-portal';
import { findFreePort, requireFreePort } from './ports';
import { startPostgres } from '../postgres/start-postgres';
import type { PostgresServer } from '../postgres/server';
import { readStackSettings, type StackSettings } from './stack-settings';

export type Variables = Readonly<Record<string, string | undefined>>;

/** The API's settings, validated and as variables. */
export interface ApiSettings {
  readonly environment: Environment;
  readonly variables: Variables;
}

/** Starts the API and adds it to `started`. */
export type StartApi = (settings: ApiSettings, started: StartedParts) => Promise<void>;

/** A started stack; `database` and `portal` are undefined if they are not embedded. */
export interface Stack {
  readonly environment: Environment;
  readonly database: PostgresServer | undefined;
  readonly portal: Portal | undefined;
}

/** Collects the parts that were started, for the shutdown. */
export interface StartedParts {
  /** @param options.timeoutMs longest time to wait for `stop` */
  add(stop: () => Promise<void>, options?: { timeoutMs?: number }): void;
  /** @throws Error if the shutdown has begun */
  throwIfStopping(): void;
  /** Runs a synchronous action when the process exits. */
  onExit(action: () => void): void;
}

/**
 * Starts database, portal and API; the database and the portal only if the variables name none.
 * Adds each part to `started` as soon as it runs, so that it is stopped if the next one fails.
 * @throws EnvironmentError, OperatorError
 */
export async function startStack(
  variables: Variables,
  started: StartedParts,
  startApi: StartApi = startApiInProcess,
): Promise<Stack> {
  const settings = readStackSettings(variables);
  const completed = await withDefaults(variables);
  // Reports every wrong setting before a slow part is started.
  const planned = readEnvironment({ ...completed, ...placeholders(settings) });
  await requireFreePort(planned.PORT, { variable: 'PORT', host: planned.HOST });
  if (settings.embedsPortal && settings.portalPort !== 0) {
    await requireFreePort(settings.portalPort, { variable: 'PORTAL_PORT' });
  }
  started.throwIfStopping();
  const database = settings.embedsDatabase ? await startEmbeddedDatabase(started) : undefined;
  started.throwIfStopping();
  const portal = settings.embedsPortal
    ? await startEmbeddedPortal(settings, { planned, started })
    : undefined;
  started.throwIfStopping();
  const apiVariables = { ...completed, ...variablesOf({ database, portal }) };
  const environment = readEnvironment(apiVariables);
  await startApi({ environment, variables: apiVariables }, started);
  return { environment, database, portal };
}

/** Adds the defaults of PORT and HOST. */
async function withDefaults(variables: Variables): Promise<Variables> {
  const port = variables.PORT === '0' ? String(await findFreePort('localhost')) : variables.PORT;
  return { ...variables, PORT: port, HOST: isBlank(variables.HOST) ? 'localhost' : variables.HOST };
}

function placeholders({ embedsDatabase, embedsPortal }: StackSettings): Variables {
  return {
    ...(embedsDatabase ? { DATABASE_URL: 'postgres://localhost/embedded' } : {}),
    ...(embedsPortal ? { OAUTH_ISSUER: 'http://localhost', OAUTH_CLIENT_ID: 'embedded' } : {}),
  };
}

function variablesOf({ database, portal }: Pick<Stack, 'database' | 'portal'>): Variables {
  return {
    ...(database && { ...database.settings, MIGRATE_ON_START: 'true' }),
    ...(portal && {
      OAUTH_ISSUER: portal.issuer,
      OAUTH_CLIENT_ID: portal.clientId,
      OAUTH_CLIENT_SECRET: portal.clientSecret,
    }),
  };
}

async function startEmbeddedDatabase(started: StartedParts): Promise<PostgresServer> {
  const database = await startPostgres();
  // stop() escalates after its own timeouts, 20 s together.
  started.add(() => database.stop(), { timeoutMs: 25_000 });
  started.onExit(() => {
    database.signalStop('fast');
  });
  return database;
}

async function startEmbeddedPortal(
  { portalPort }: StackSettings,
  { planned, started }: { planned: Environment; started: StartedParts },
): Promise<Portal> {
  const portal = await startPortal({
    port: portalPort,
    redirectUris: [`${planned.PUBLIC_URL}${CALLBACK_PATH}`],
    audience: planned.OAUTH_AUDIENCE,
  });
  started.add(() => portal.stop());
  return portal;
}

async function startApiInProcess({ environment }: ApiSettings, started: StartedParts): Promise<void> {
  // Loaded here because it takes a second, and the settings may be wrong.
  const { startApi } = await import('./api.js');
  started.throwIfStopping();
  const app = await startApi(environment);
  started.add(() => app.close());
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text === '';
}
