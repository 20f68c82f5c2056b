import 'reflect-metadata';
import { Client } from 'pg';
import { startPortal } from '../../dev/portal/start-portal';
import { startTemporaryPostgres } from '../../dev/postgres/temporary-postgres';
import { readDatabaseSettings } from '../../src/config/environment';
import { migrate } from '../../src/database/migrations';
import { TEMPLATE_DATABASE, publishServer } from './database-server';
import { publishPortal } from './portal-server';

/** Starts what a whole run shares: a PostgreSQL with a migrated database that test files clone, and a portal. */
export default async function globalSetup(): Promise<void> {
  const server = await startTemporaryPostgres();
  publishServer(server.url);
  const portal = await startPortal();
  publishPortal(portal);
  globalThis.stopTestServers = async () => {
    await portal.stop();
    await server.stop();
  };
  const administrator = new Client({ connectionString: server.url });
  await administrator.connect();
  await administrator.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await administrator.end();
  const url = new URL(server.url);
  url.pathname = `/${TEMPLATE_DATABASE}`;
  await migrate(readDatabaseSettings({ DATABASE_URL: url.href }));
}

declare global {
  var stopTestServers: (() => Promise<void>) | undefined;
}
