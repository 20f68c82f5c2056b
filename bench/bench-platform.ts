import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { startTemporaryPostgres } from '../dev/postgres/temporary-postgres';
import { hashOf, newSecret } from '../src/modules/auth/sessions/secret';
import { readEnvironment } from '../src/platform/config/environment';
import { createApp } from '../src/create-app';

/** The whole application in this process, on a PostgreSQL of its own, and a doctor who calls it. */
export interface BenchPlatform {
  readonly app: INestApplication;
  readonly databaseUrl: string;
  /** Where its procedures are, with a slash at the end. */
  readonly base: string;
  /** The doctor's session, as the value of the `Cookie` header. */
  readonly cookie: string;
  close(): Promise<void>;
}

/** Starts the application; the settings that a benchmark gives win over those that all of them have. */
export async function startBenchPlatform(
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchPlatform> {
  const postgres = await startTemporaryPostgres();
  const app = await createApp(
    readEnvironment({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: postgres.url,
      MIGRATE_ON_START: 'true',
      OAUTH_ISSUER: 'http://127.0.0.1:1',
      OAUTH_CLIENT_ID: 'bench',
      ...settings,
    }),
  );
  await app.listen(0, '127.0.0.1');
  return {
    app,
    databaseUrl: postgres.url,
    base: `${await app.getUrl()}/api/trpc/`,
    cookie: await beginSession(app.get(DataSource)),
    close: async () => {
      await app.close();
      await postgres.stop();
    },
  };
}

async function beginSession(database: DataSource): Promise<string> {
  const token = newSecret();
  await database.query(
    `WITH a AS (
       INSERT INTO account (issuer, subject, email, name, role, country)
       VALUES ('bench', 'b', '', '', 'doctor', 'KE') RETURNING id
     )
     INSERT INTO session (token_hash, account_id, expires_at) SELECT $1, id, now() + interval '1 hour' FROM a`,
    [hashOf(token)],
  );
  return `session=${token}`;
}
