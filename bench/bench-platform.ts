import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { beginSession } from '../dev/demo/demo-platform';
import { startTemporaryPostgres } from '../dev/postgres/temporary-postgres';
import { readEnvironment } from '../src/platform/config/environment';
import { createApp } from '../src/create-app';

/** The application in this process, with its own PostgreSQL and a doctor's session. */
export interface BenchPlatform {
  readonly app: INestApplication;
  /** Address of the database with the role that owns the tables. */
  readonly ownerUrl: string;
  /** Base URL of the procedures, with a final slash. */
  readonly base: string;
  /** Value of the `Cookie` header with the doctor's session. */
  readonly cookie: string;
  close(): Promise<void>;
}

/** Starts the application with the benchmarks' defaults and these settings. */
export async function startBenchPlatform(
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchPlatform> {
  const postgres = await startTemporaryPostgres();
  const app = await createApp(
    readEnvironment({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      ...postgres.settings,
      MIGRATE_ON_START: 'true',
      OAUTH_ISSUER: 'http://127.0.0.1:1',
      OAUTH_CLIENT_ID: 'bench',
      ...settings,
    }),
  );
  await app.listen(0, '127.0.0.1');
  return {
    app,
    ownerUrl: postgres.ownerUrl,
    base: `${await app.getUrl()}/api/trpc/`,
    cookie: `session=${await beginSession(app.get(DataSource), 'doctor.ke')}`,
    close: async () => {
      await app.close();
      await postgres.stop();
    },
  };
}
