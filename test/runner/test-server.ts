import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, escapeLiteral } from 'pg';
import { digestOf, filesIn } from '../../dev/build/source-files.cjs';
import { checkoutRoot } from '../../dev/checkout';
import { APPLICATION_ROLE, applicationPassword, applicationUrl } from '../../dev/postgres/connection';
import type { PostgresServer } from '../../dev/postgres/server';
import { startTemporaryPostgres } from '../../dev/postgres/temporary-postgres';
import { TEMPLATE_DATABASE } from '../support/database-server';

/** Files and folders that determine the migrated database. */
const SOURCES = [
  'test/runner/test-server.ts',
  'migrations',
  'src/platform/database',
  'src/shared',
  'dev/postgres',
  'package-lock.json',
];

/** For hundreds of short-lived databases: less WAL, no vacuum, rare checkpoints. */
const SETTINGS = [
  'wal_level = minimal',
  'max_wal_senders = 0',
  'autovacuum = off',
  "checkpoint_timeout = '1h'",
];

/** Starts the PostgreSQL of a test run, with a migrated database that test files clone. */
export async function startTestServer(): Promise<PostgresServer> {
  const files = SOURCES.flatMap(filesIn);
  const digest = digestOf(...files.flatMap((path) => [path, readFileSync(join(checkoutRoot, path))]));
  const folder = join(checkoutRoot, 'node_modules', '.cache', 'test-database', digest.slice(0, 32));
  return startTemporaryPostgres({ folder, prepare: createTemplate });
}

async function createTemplate(serverUrl: string): Promise<void> {
  const administrator = new Client({ connectionString: serverUrl });
  await administrator.connect();
  await administrator.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  for (const setting of SETTINGS) await administrator.query(`ALTER SYSTEM SET ${setting}`);
  // One iteration, because each application of a test opens connections with these passwords.
  const { password } = new URL(serverUrl);
  await administrator.query(
    `SET scram_iterations = 1;
     ALTER ROLE CURRENT_USER PASSWORD ${escapeLiteral(password)};
     ALTER ROLE ${APPLICATION_ROLE} PASSWORD ${escapeLiteral(applicationPassword(password))}`,
  );
  await administrator.end();
  const ownerUrl = Object.assign(new URL(serverUrl), { pathname: `/${TEMPLATE_DATABASE}` }).href;
  // Loaded here because most runs use the cached database and do not need TypeORM.
  const { migrate } = await import('../../src/platform/database/migrations.js');
  const { readDatabaseSettings } = await import('../../src/platform/config/environment.js');
  await migrate(
    readDatabaseSettings({ DATABASE_URL: applicationUrl(ownerUrl), DATABASE_MIGRATION_URL: ownerUrl }),
  );
}
