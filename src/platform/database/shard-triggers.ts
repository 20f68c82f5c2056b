import type { QueryRunner } from 'typeorm';

/** A trigger of a table that is spread over the nodes. */
interface TableTrigger {
  readonly table: string;
  readonly name: string;
  /** CREATE TRIGGER with `%1$s` for the shard's name. */
  readonly definition: string;
}

/**
 * Creates the triggers of tables on the shards that lack them: Citus creates only those that a table had when it was
 * distributed. Returns them as `trigger on table`.
 */
export async function createMissingTriggers(
  runner: QueryRunner,
  tables: readonly string[],
): Promise<string[]> {
  const created: string[] = [];
  for (const trigger of await listTriggers(runner, tables)) {
    if (await hasEveryShard(runner, trigger)) continue;
    const { table, name, definition } = trigger;
    await runner.query(`SELECT run_command_on_shards($1, $2)`, [
      table,
      `DO $do$ BEGIN
        IF NOT EXISTS (${shardTrigger(name)}) THEN
          EXECUTE $trigger$${definition}$trigger$;
        END IF;
      END $do$`,
    ]);
    created.push(`${name} on ${table}`);
  }
  return created;
}

/** Returns the triggers that a shard lacks, as `trigger on table`. */
export async function compareTriggers(runner: QueryRunner, tables: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const trigger of await listTriggers(runner, tables))
    if (!(await hasEveryShard(runner, trigger))) missing.push(`${trigger.name} on ${trigger.table}`);
  return missing;
}

async function listTriggers(runner: QueryRunner, tables: readonly string[]): Promise<TableTrigger[]> {
  const rows = await runner.manager.query<(Omit<TableTrigger, 'definition'> & { readonly sql: string })[]>(
    `SELECT c.relname AS table, t.tgname AS name, pg_get_triggerdef(t.oid) AS sql
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND c.oid = ANY ($1::regclass[]) AND t.tgname NOT LIKE 'truncate_trigger_%'`,
    [tables],
  );
  return rows.map(({ table, name, sql }) => ({
    table,
    name,
    definition: sql.replace(`ON public.${table} `, 'ON %1$s '),
  }));
}

async function hasEveryShard(runner: QueryRunner, { table, name }: TableTrigger): Promise<boolean> {
  const rows = await runner.manager.query<{ success: boolean; result: string }[]>(
    'SELECT success, result FROM run_command_on_shards($1, $2)',
    [table, `SELECT EXISTS (${shardTrigger(name)})`],
  );
  return rows.length > 0 && rows.every(({ success, result }) => success && result === 't');
}

/** Citus adds the shard's number to the name of a trigger that it creates. */
const shardTrigger = (name: string): string =>
  `SELECT FROM pg_trigger WHERE tgrelid = '%1$s'::regclass AND (tgname = '${name}' OR tgname ~ '^${name}_[0-9]+$') AND tgenabled <> 'D'`;
