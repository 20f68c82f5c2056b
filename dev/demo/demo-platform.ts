import { DataSource } from 'typeorm';
import { hashOf, newSecret } from '../../src/modules/auth/sessions/secret';
import { readDatabaseSettings, readEnvironment } from '../../src/platform/config/environment';
import { createApp } from '../../src/create-app';
import { migrationOptions } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrations';
import { insertDemoData } from './insert-demo-data';
import { findAccount } from '../portal/accounts';
import { findFreePort } from '../stack/ports';
import { startTemporaryPostgres } from '../postgres/temporary-postgres';

/** A platform with demo data, on a temporary database and without a portal. */
export interface DemoPlatform {
  readonly baseUrl: string;
  /** Begins a session as `beginSession` does. */
  readonly beginSession: (username: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts the platform in this process, with its own PostgreSQL. Takes about 20 s. */
export async function startDemoPlatform(): Promise<DemoPlatform> {
  const postgres = await startTemporaryPostgres();
  const settings = readDatabaseSettings(postgres.settings);
  await migrate(settings);
  const dataSource = await new DataSource(migrationOptions(settings)).initialize();
  await insertDemoData(dataSource, { consultations: 120_000, sales: 60_000, now: new Date() });
  const port = await findFreePort('localhost');
  const app = await createApp(
    readEnvironment({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      ...postgres.settings,
      OAUTH_ISSUER: 'http://127.0.0.1:1',
      OAUTH_CLIENT_ID: 'demo',
    }),
  );
  await app.listen(port, 'localhost');
  return {
    baseUrl: `http://localhost:${port}`,
    beginSession: (username) => beginSession(dataSource, username),
    stop: async () => {
      await app.close();
      await dataSource.destroy();
      await postgres.stop();
    },
  };
}

/** Inserts a session of one of the embedded portal's accounts. @returns the value of the `session` cookie */
export async function beginSession(dataSource: DataSource, username: string): Promise<string> {
  const account = findAccount(username);
  if (!account) throw new Error(`there is no account ${username}`);
  const { name, role, country = null } = account;
  const token = newSecret();
  await dataSource.query(
    `WITH a AS (
       INSERT INTO account (issuer, subject, email, name, role, country)
       VALUES ('demo', $1, $1 || '@example.org', $2, $3, $4)
       ON CONFLICT (issuer, subject) DO UPDATE SET name = excluded.name
       RETURNING id
     )
     INSERT INTO session (token_hash, account_id, expires_at) SELECT $5, id, now() + interval '1 hour' FROM a`,
    [username, name, role, country, hashOf(token)],
  );
  return token;
}
