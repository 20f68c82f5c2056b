import { Client } from 'pg';
import { applicationUrl, ensureApplicationRole } from '../../dev/postgres/connection';
import { readDatabaseSettings } from '../../src/platform/config/environment';
import { migrationOptions, withDataSource } from '../../src/platform/database/data-source';
import { distributeTables } from '../../src/platform/database/distribute-tables';
import { migrate } from '../../src/platform/database/migrations';
import { TEMPLATE_DATABASE, publishCluster } from '../support/database-server';

/** Shards of a table in tests: fewer than the default of 32, because a clone copies the files of all. */
const SHARDS = 8;

/**
 * Creates a migrated and distributed database on a Citus cluster, which test files clone, and publishes the cluster.
 * @param url of a database whose coordinator knows the other nodes
 */
export async function publishCitusCluster(url: string): Promise<void> {
  const nodes = await query<{ host: string; port: number }>(
    url,
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE noderole = 'primary' ORDER BY groupid`,
  );
  const [coordinator, ...others] = nodes.map(
    ({ host, port }) =>
      Object.assign(new URL(url), { hostname: host, port: String(port), pathname: '/postgres' }).href,
  );
  if (coordinator === undefined || others.length === 0)
    throw new Error('CITUS_URL names a database whose coordinator does not know the nodes of its cluster');
  const all = [coordinator, ...others];
  for (const node of all) {
    await query(node, `DROP DATABASE IF EXISTS ${TEMPLATE_DATABASE} WITH (FORCE)`);
  }
  const ownerUrl = await createCitusDatabase(all, TEMPLATE_DATABASE);
  for (const node of all) await createApplicationRole(node);
  const settings = readDatabaseSettings({
    DATABASE_URL: applicationUrl(ownerUrl),
    DATABASE_MIGRATION_URL: ownerUrl,
  });
  await migrate(settings);
  await withDataSource(migrationOptions(settings), distributeTables);
  for (const node of all) {
    // Citus connects to each of its databases in the background, and a database with connections cannot be cloned.
    await query(node, `ALTER DATABASE ${TEMPLATE_DATABASE} ALLOW_CONNECTIONS false`);
    await query(
      node,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${TEMPLATE_DATABASE}'`,
    );
  }
  publishCluster(coordinator, others);
}

/**
 * Creates an empty database with the extension on all nodes, and returns its address on the coordinator.
 * @param nodes addresses of a database of each node, first of the coordinator
 */
export async function createCitusDatabase(nodes: readonly string[], name: string): Promise<string> {
  const addresses = nodes.map((node) => Object.assign(new URL(node), { pathname: `/${name}` }));
  for (const [index, node] of nodes.entries()) {
    await query(node, `CREATE DATABASE ${name}`);
    await query(addresses[index]?.href ?? '', 'CREATE EXTENSION citus');
  }
  const [coordinator, ...others] = addresses;
  if (!coordinator) throw new Error('a cluster has a coordinator');
  const quoted = ({ hostname, port }: URL) => `'${hostname}', ${port}`;
  await query(coordinator.href, `SELECT citus_set_coordinator_host(${quoted(coordinator)})`);
  for (const other of others) await query(coordinator.href, `SELECT citus_add_node(${quoted(other)})`);
  await query(coordinator.href, `ALTER DATABASE ${name} SET citus.shard_count = ${SHARDS}`);
  return coordinator.href;
}

async function createApplicationRole(node: string): Promise<void> {
  const client = new Client({ connectionString: node });
  await client.connect();
  try {
    await ensureApplicationRole(client, decodeURIComponent(new URL(node).password));
  } finally {
    await client.end();
  }
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
