import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { checkoutRoot } from '../../dev/checkout';
import type { PostgresServer } from '../../dev/postgres/server';
import { startTemporaryPostgres } from '../../dev/postgres/temporary-postgres';
import { TEMPLATE_DATABASE } from '../support/database-server';

/** What decides how a migrated database looks. */
const SOURCES = [
  'test/runner/test-servers.ts',
  'migrations',
  'src/platform/database',
  'src/shared',
  'dev/postgres',
  'package-lock.json',
];

/** Databases come and go by the hundred: nothing is written twice, and nobody cleans up behind them. */
const SETTINGS = [
  'wal_level = minimal',
  'max_wal_senders = 0',
  'autovacuum = off',
  "checkpoint_timeout = '1h'",
];

/** Starts the PostgreSQL that a whole run shares, with a migrated database for test files to clone. */
export async function startTestServers(): Promise<PostgresServer> {
  const folder = join(checkoutRoot, 'node_modules', '.cache', 'test-database', digestOf(SOURCES));
  return startTemporaryPostgres({ folder, prepare: createTemplate });
}

async function createTemplate(serverUrl: string): Promise<void> {
  const administrator = new Client({ connectionString: serverUrl });
  await administrator.connect();
  await administrator.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  for (const setting of SETTINGS) await administrator.query(`ALTER SYSTEM SET ${setting}`);
  // A password that is quick to check: each application that a test starts opens connections.
  const password = administrator.escapeLiteral(new URL(serverUrl).password);
  await administrator.query(`SET scram_iterations = 1; ALTER ROLE CURRENT_USER PASSWORD ${password}`);
  await administrator.end();
  const url = new URL(serverUrl);
  url.pathname = `/${TEMPLATE_DATABASE}`;
  // Loaded here because most runs find the database made, and need nothing of TypeORM.
  const { migrate } = await import('../../src/platform/database/migrations.js');
  await migrate({
    DATABASE_URL: url.href,
    DATABASE_POOL_SIZE: 2,
    DATABASE_TIMEOUT_MS: 60_000,
    DATABASE_CONNECT_TIMEOUT_MS: 60_000,
  });
}

function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesIn)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(checkoutRoot, path)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

function filesIn(path: string): string[] {
  if (!statSync(join(checkoutRoot, path)).isDirectory()) return [path];
  const names = readdirSync(join(checkoutRoot, path));
  return names.sort().flatMap((name) => filesIn(join(path, name)));
}
