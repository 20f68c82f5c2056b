import { readEnvironment, type Environment } from '../../src/platform/config/environment';
import { CALLBACK_PATH } from '../../src/shared/login-paths';
import { startPortal, type Portal } from '../portal/start-portal';
import { freePort, requireFreePort } from './ports';
import { startPostgres } from '../postgres/start-postgres';
import type { PostgresServer } from '../postgres/server';
import { stackSettings, type StackSettings } from './stack-settings';

export type Variables = Readonly<Record<string, string | undefined>>;

/** What the API is started with: its settings, checked and as variables. */
export interface ApiSettings {
  readonly environment: Environment;
  readonly variables: Variables;
}

/** Starts the API and gives it to `started`. */
export type StartApi = (settings: ApiSettings, started: StartedParts) => Promise<void>;

/** Everything that one launcher runs. */
export interface Stack {
  readonly environment: Environment;
  readonly database: PostgresServer | undefined;
  readonly portal: Portal | undefined;
}

/** What has been started so far, last one last, and how each is stopped. */
export interface StartedParts {
  add(stop: () => Promise<void>, options?: { patience?: number }): void;
  /** @throws once somebody has asked to stop */
  checkpoint(): void;
  /** Called while the process ends, with no time to wait. */
  onExit(stop: () => void): void;
}

/**
 * Starts database, portal and API, embedded where the variables name none.
 * Each part is given to `started` as soon as it runs, so that a failure of the next leaves nothing behind.
 * @throws EnvironmentError, StackError: to be shown as their message
 */
export async function startStack(
  variables: Variables,
  started: StartedParts,
  startApi: StartApi = startApiHere,
): Promise<Stack> {
  const settings = stackSettings(variables);
  const own = await ownVariables(variables);
  // Everything that can be wrong with the settings is said before anything slow is started.
  const planned = readEnvironment({ ...own, ...placeholders(settings) });
  await requireFreePort(planned.PORT, { variable: 'PORT', host: planned.HOST });
  if (settings.embedsPortal && settings.portalPort !== 0) {
    await requireFreePort(settings.portalPort, { variable: 'PORTAL_PORT' });
  }
  started.checkpoint();
  const database = settings.embedsDatabase ? await startDatabase(started) : undefined;
  started.checkpoint();
  const portal = settings.embedsPortal ? await startOwnPortal(settings, { planned, started }) : undefined;
  started.checkpoint();
  const complete = { ...own, ...variablesOf({ database, portal }) };
  const environment = readEnvironment(complete);
  await startApi({ environment, variables: complete }, started);
  return { environment, database, portal };
}

/** The shell's variables with this program's defaults. */
async function ownVariables(variables: Variables): Promise<Variables> {
  const port = variables.PORT === '0' ? String(await freePort('localhost')) : variables.PORT;
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
    ...(database && { DATABASE_URL: database.url, MIGRATE_ON_START: 'true' }),
    ...(portal && {
      OAUTH_ISSUER: portal.issuer,
      OAUTH_CLIENT_ID: portal.clientId,
      OAUTH_CLIENT_SECRET: portal.clientSecret,
    }),
  };
}

async function startDatabase(started: StartedParts): Promise<PostgresServer> {
  const database = await startPostgres();
  // It escalates by itself, and is not to be hurried while it writes.
  started.add(() => database.stop(), { patience: 25_000 });
  started.onExit(() => {
    database.signalStop('fast');
  });
  return database;
}

async function startOwnPortal(
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

/** In this process. */
async function startApiHere({ environment }: ApiSettings, started: StartedParts): Promise<void> {
  // Loaded once the settings are known to be right: it takes a second.
  const { startApi } = await import('./api.js');
  started.checkpoint();
  const app = await startApi(environment);
  started.add(() => app.close());
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text === '';
}
