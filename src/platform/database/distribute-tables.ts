import type { DataSource, QueryRunner } from 'typeorm';
import { OperatorError } from '../config/operator-error';
import { LOCK_ACCOUNTS, SET_COUNTRIES_OF_ACCOUNTS } from '../../../migrations/distribution/accounts';
import { replacedFunctions } from '../../../migrations/distribution/functions';
import { distribution } from '../../../migrations/distribution/tables';
import { grantLocking } from './lock-privileges';
import { outstandingMigrations, withMigrationLock } from './migrations';
import { compareTriggers, createMissingTriggers } from './shard-triggers';

/** What `distributeTables` changed. */
export interface Distributed {
  /** Tables that were copied to every node, or moved to the nodes of their countries. */
  readonly tables: string[];
  readonly functions: string[];
  /** Triggers that shards lacked, as `trigger on table`. */
  readonly triggers: string[];
  /** Foreign keys that were dropped, as `name of table`. */
  readonly references: string[];
  /** Nodes that have rows of countries. */
  readonly nodes: number;
}

const NOTHING_DONE = 'Nothing was done.';

/**
 * Spreads the tables over the nodes of a Citus cluster. Continues where an interrupted run ended, and changes nothing if all
 * is done. While a table is moved, writes to it wait.
 * @param dataSource at least two connections without a time limit
 * @throws OperatorError if the server has no Citus, no other nodes or an older schema, or if a shard lacks a trigger
 */
export async function distributeTables(dataSource: DataSource): Promise<Distributed> {
  await requireCluster(dataSource);
  return withMigrationLock(dataSource, async () => {
    const outstanding = await outstandingMigrations(dataSource);
    if (outstanding.length > 0)
      throw new OperatorError(`Run npm run migrate first: ${outstanding.join(', ')}. ${NOTHING_DONE}`);
    const runner = dataSource.createQueryRunner();
    try {
      return await distribute(runner);
    } finally {
      await runner.release();
    }
  });
}

async function requireCluster(dataSource: DataSource): Promise<void> {
  const [citus] = await dataSource.query<unknown[]>("SELECT FROM pg_extension WHERE extname = 'citus'");
  if (!citus)
    throw new OperatorError(
      `The database of DATABASE_URL is not on Citus: it has no extension citus. ${NOTHING_DONE}`,
    );
  const [{ coordinators, workers }] = await dataSource.query<[{ coordinators: number; workers: number }]>(`
    SELECT
      (count(*) FILTER (WHERE groupid = 0))::integer AS coordinators,
      (count(*) FILTER (WHERE groupid <> 0 AND isactive AND shouldhaveshards))::integer AS workers
    FROM pg_dist_node WHERE noderole = 'primary'`);
  if (coordinators === 0 || workers === 0)
    throw new OperatorError(
      'Citus does not know the nodes of this cluster: run SELECT citus_set_coordinator_host(…) and, for each other node, ' +
        `SELECT citus_add_node(…). ${NOTHING_DONE}`,
    );
}

async function distribute(runner: QueryRunner): Promise<Distributed> {
  // Triggers that exist before a table is distributed are created on its shards, those of later migrations are not.
  await runner.query('SET citus.enable_unsafe_triggers = on');
  const done = new Set(await listDistributed(runner));
  if (!done.has(distribution.byCountry[0])) await setCountriesOfAccounts(runner);
  const references = await dropLocalReferences(runner);
  const tables: string[] = [];
  const [first] = distribution.byCountry;
  const distributeTable = async (table: string, statement: string) => {
    if (done.has(table)) return;
    await runner.query(statement);
    tables.push(table);
  };
  for (const table of distribution.catalogues)
    await distributeTable(table, `SELECT create_reference_table('${table}')`);
  for (const table of distribution.byCountry)
    await distributeTable(
      table,
      `SELECT create_distributed_table('${table}', 'country', colocate_with => '${table === first ? 'none' : first}')`,
    );
  await removeLocalRows(runner);
  for (const sql of replacedFunctions) await runner.query(sql);
  const functions = await distributeFunctions(runner);
  await grantLocking(runner.manager);
  await configureDatabase(runner);
  const triggers = await createMissingTriggers(runner, distribution.byCountry);
  const differences = await compareTriggers(runner, distribution.byCountry);
  if (differences.length > 0)
    throw new OperatorError(`Shards without a trigger of their table: ${differences.join(', ')}.`);
  for (const table of tables) await runner.query(`ANALYZE ${table}`);
  return { tables, functions, triggers, references, nodes: await countNodes(runner) };
}

/** Not later: on Citus, the statement would read all shards. */
async function setCountriesOfAccounts(runner: QueryRunner): Promise<void> {
  await runner.startTransaction();
  try {
    await runner.query(LOCK_ACCOUNTS);
    await runner.query(SET_COUNTRIES_OF_ACCOUNTS);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

/**
 * Drops the foreign keys of tables that stay on the coordinator to tables that every node has: with them, Citus would plan
 * every statement on these tables. Their rows come from rows of the nodes, which have the same foreign keys.
 */
async function dropLocalReferences(runner: QueryRunner): Promise<string[]> {
  const spread = [...distribution.catalogues, ...distribution.byCountry];
  const references = await runner.manager.query<{ table: string; name: string }[]>(
    `SELECT c.conrelid::regclass::text AS table, quote_ident(c.conname) AS name
     FROM pg_constraint c
     WHERE c.contype = 'f' AND c.confrelid = ANY ($1::regclass[]) AND NOT c.conrelid = ANY ($2::regclass[])`,
    [distribution.catalogues, spread],
  );
  for (const { table, name } of references)
    await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return references.map(({ table, name }) => `${name} of ${table}`);
}

async function listDistributed(runner: QueryRunner): Promise<string[]> {
  const rows = await runner.manager.query<{ name: string }[]>(
    // Tables that Citus only manages, because of a foreign key, have another kind of replication.
    "SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition WHERE partmethod = 'h' OR repmodel = 't'",
  );
  return rows.map(({ name }) => name);
}

/** Removes the rows that were copied to the nodes from the coordinator's own tables. */
async function removeLocalRows(runner: QueryRunner): Promise<void> {
  // The triggers that keep records refuse TRUNCATE.
  const copied = await runner.manager.query<{ name: string }[]>(
    `SELECT name FROM unnest($1::text[]) WITH ORDINALITY t (name, position)
     WHERE pg_relation_size(name::regclass) > 0 ORDER BY position DESC`,
    [distribution.byCountry],
  );
  await runner.query('SET session_replication_role = replica');
  try {
    for (const { name: table } of copied)
      await runner.query(`SELECT truncate_local_data_after_distributing_table('${table}')`);
  } finally {
    await runner.query('RESET session_replication_role');
  }
}

async function distributeFunctions(runner: QueryRunner): Promise<string[]> {
  const rows = await runner.manager.query<{ name: string; signature: string; argument: string }[]>(
    `SELECT p.proname AS name, p.oid::regprocedure::text AS signature, p.proargnames[1] AS argument
     FROM pg_proc p
     WHERE p.proname = ANY ($1) AND p.pronamespace = 'public'::regnamespace AND NOT EXISTS (
       SELECT FROM pg_catalog.pg_dist_object o
       WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid AND o.distribution_argument_index IS NOT NULL
     )`,
    [distribution.functions],
  );
  const [first] = distribution.byCountry;
  for (const { signature, argument } of rows)
    await runner.query(
      `SELECT create_distributed_function('${signature}', '${argument}', colocate_with => '${first}')`,
    );
  return rows.map(({ name }) => name);
}

async function configureDatabase(runner: QueryRunner): Promise<void> {
  const [{ name }] = await runner.manager.query<[{ name: string }]>(
    'SELECT quote_ident(current_database()) AS name',
  );
  // A transaction that writes catalogues after rows of nodes would be refused in parallel mode.
  await runner.query(`ALTER DATABASE ${name} SET citus.multi_shard_modify_mode = 'sequential'`);
}

async function countNodes(runner: QueryRunner): Promise<number> {
  const [{ count }] = await runner.manager.query<[{ count: number }]>(
    `SELECT count(*)::integer AS count FROM pg_dist_node
     WHERE noderole = 'primary' AND isactive AND shouldhaveshards`,
  );
  return count;
}
