import { randomBytes } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { applicationUrl } from '../../dev/postgres/connection';
import type { PostgresServer } from '../../dev/postgres/server';
import { runAdminStatement } from '../runner/admin-connection';
import { TEMPLATE_DATABASE, otherNodes, serverUrl } from './database-server';

const OBJECT_IN_USE = '55006';
const MAX_DROP_ATTEMPTS = 5;

export interface TestDatabase {
  /** Address with the role of the application. */
  readonly url: string;
  /** Address with the role that owns the tables, for setup; a superuser. */
  readonly ownerUrl: string;
  /** Settings of a platform that uses both roles. */
  readonly settings: PostgresServer['settings'];
  drop(): Promise<void>;
}

/**
 * Creates a database for one test file: a clone of the migrated database, or an empty one. On Citus, the clone is spread over
 * the nodes, and an empty database is on the coordinator alone.
 */
export async function createDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const nodes = empty ? [] : otherNodes();
  const template = empty ? 'template0' : TEMPLATE_DATABASE;
  // Copying files is faster, but every copy waits for a checkpoint, which a server with durable data writes to the disk.
  const strategy = otherNodes().length > 0 ? 'WAL_LOG' : 'FILE_COPY';
  const create = `CREATE DATABASE ${name} STRATEGY ${strategy} TEMPLATE ${template}`;
  await Promise.all([runAdminStatement(create), ...nodes.map((node) => runAdminStatement(create, node))]);
  // A clone does not have the settings that db:distribute gives to a database.
  if (nodes.length > 0)
    await runAdminStatement(`ALTER DATABASE ${name} SET citus.multi_shard_modify_mode = 'sequential'`);
  const ownerUrl = Object.assign(new URL(serverUrl()), { pathname: `/${name}` }).href;
  const url = applicationUrl(ownerUrl);
  return {
    url,
    ownerUrl,
    settings: { DATABASE_URL: url, DATABASE_MIGRATION_URL: ownerUrl },
    drop: async () => {
      // First the coordinator, which holds connections to the others.
      await dropDatabase(name);
      for (const node of nodes) {
        // Of connections that a test has killed; Citus would finish them later.
        await rollBackPrepared(Object.assign(new URL(node), { pathname: `/${name}` }).href);
        await dropDatabase(name, node);
      }
    },
  };
}

/** `FORCE` ends all connections, but Citus may open another one before the server removes the database. */
async function dropDatabase(name: string, node?: string): Promise<void> {
  const drop = () => runAdminStatement(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, node);
  for (let attempt = 1; attempt < MAX_DROP_ATTEMPTS; attempt += 1) {
    try {
      await drop();
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === OBJECT_IN_USE)) throw error;
    }
  }
  await drop();
}

async function rollBackPrepared(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ gid: string }>(
    'SELECT gid FROM pg_prepared_xacts WHERE database = current_database()',
  );
  for (const { gid } of rows) await client.query(`ROLLBACK PREPARED ${client.escapeLiteral(gid)}`);
  await client.end();
}
