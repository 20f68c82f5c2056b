import { Server } from 'node:http';
import { type INestApplication, Logger } from '@nestjs/common';
import { __resetOutOfContextForTests as forgetProcessLogger } from 'nestjs-pino/PinoLogger';
import { DataSource } from 'typeorm';
import { type Role } from '../../src/platform/access/role';
import { newSecret, hashOf } from '../../src/modules/auth/sessions/secret';
import { createApp } from '../../src/create-app';
import type { Environment } from '../../src/platform/config/environment';
import { dataSourceOptions } from '../../src/platform/database/data-source';
import { createLogger } from '../../src/platform/logging/logger';
import { type TestDatabase, createDatabase } from './database';
import { testEnvironment } from './environment';

/** The whole application on its own database. */
export interface Platform {
  readonly app: INestApplication;
  readonly server: Server;
  /** Connections of the role that owns the tables, for setup. Those of the application are `app.get(DataSource)`. */
  readonly database: DataSource;
  /** Address with the role of the application. */
  readonly databaseUrl: string;
  /** Address with the role that owns the tables. */
  readonly ownerUrl: string;
  /** Settings of another platform on the same database. */
  readonly databaseSettings: TestDatabase['settings'];
  /** Every line of the application's log. */
  readonly logLines: readonly string[];
  /** Listens on a free port. @returns the origin */
  listen(): Promise<string>;
  /** Begins a session of a new account. @returns the value of the `Cookie` header */
  session(account: { role: Role; country?: string | null; email?: string; name?: string }): Promise<string>;
  close(): Promise<void>;
}

// Outside of requests, nestjs-pino writes to the log of the process's first application: make that the suite's first.
forgetProcessLogger();
// A suite without a platform would log with the one of the suite before.
Logger.overrideLogger(false);

type Settings = Readonly<Record<string, string>>;

/** Starts the application with the test environment and these settings. */
export async function startPlatform(settings: Settings = {}): Promise<Platform> {
  const own: TestDatabase | undefined =
    settings.DATABASE_URL === undefined ? await createDatabase() : undefined;
  const environment = testEnvironment({ ...own?.settings, ...settings });
  const logLines: string[] = [];
  const app = await createApp(
    environment,
    createLogger(environment, { write: (line) => void logLines.push(line) }),
  );
  const { DATABASE_URL, DATABASE_MIGRATION_URL: ownerUrl = DATABASE_URL } = environment;
  const database = await openOwnerConnections(app.get(DataSource), {
    ...environment,
    DATABASE_URL: ownerUrl,
  });
  const server: unknown = app.getHttpServer();
  if (!isServer(server)) throw new TypeError('the application runs on node:http');
  return {
    app,
    server,
    database,
    databaseUrl: DATABASE_URL,
    ownerUrl,
    databaseSettings: { DATABASE_URL, DATABASE_MIGRATION_URL: ownerUrl },
    logLines,
    listen: async () => {
      await app.listen(0, '127.0.0.1');
      return (await app.getUrl()).replace('[::1]', '127.0.0.1');
    },
    session: (account) => beginSession(database, account),
    close: async () => {
      server.closeAllConnections();
      await app.close();
      await database.destroy();
      await own?.drop();
    },
  };
}

/** Opens connections with the entities of an application and another role. */
function openOwnerConnections({ options }: DataSource, environment: Environment): Promise<DataSource> {
  return new DataSource({
    ...dataSourceOptions(environment),
    ...(options.entities && { entities: options.entities }),
  }).initialize();
}

/**
 * Starts the platform before the tests of a suite and closes it after them.
 * @param settings a function if they need something that the suite has started before
 */
export function suitePlatform(settings: Settings | (() => Settings | Promise<Settings>) = {}): Platform {
  let started: Platform | undefined;
  const platform = (): Platform => {
    if (!started) throw new Error('the platform is started before the tests, not before the suite');
    return started;
  };
  beforeAll(async () => {
    started = await startPlatform(typeof settings === 'function' ? await settings() : settings);
  });
  afterAll(async () => {
    await started?.close();
  });
  return {
    get app() {
      return platform().app;
    },
    get server() {
      return platform().server;
    },
    get database() {
      return platform().database;
    },
    get databaseUrl() {
      return platform().databaseUrl;
    },
    get ownerUrl() {
      return platform().ownerUrl;
    },
    get databaseSettings() {
      return platform().databaseSettings;
    },
    get logLines() {
      return platform().logLines;
    },
    listen: () => platform().listen(),
    session: (account) => platform().session(account),
    close: () => platform().close(),
  };
}

/** Inserts a session without a login at the portal. */
export async function beginSession(
  database: DataSource,
  { role, country = null, email = `${role}@example.org`, name = `A ${role}` }: SessionAccount,
): Promise<string> {
  const token = newSecret();
  await database.query(
    `WITH a AS (
       INSERT INTO account (issuer, subject, email, name, role, country)
       VALUES ('test', $1, $2, $3, $4, $5) RETURNING id
     )
     INSERT INTO session (token_hash, account_id, expires_at)
     SELECT $1, id, now() + interval '1 hour' FROM a`,
    [hashOf(token), email, name, role, country],
  );
  return `session=${token}`;
}

type SessionAccount = Parameters<Platform['session']>[0];

function isServer(value: unknown): value is Server {
  return value instanceof Server;
}
