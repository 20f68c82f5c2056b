import type { DataSource, EntityManager } from 'typeorm';
import { distribution as distributed } from '../../../migrations/distribution/tables';
import { Database } from './database';
import { Distribution } from './distribution';

/** Repeats `grantLocking` if the tables are spread over the nodes of Citus. */
export async function grantLockingOnNodes(dataSource: DataSource): Promise<void> {
  const distribution = new Distribution(new Database(dataSource));
  if (await distribution.isDistributed()) await grantLocking(dataSource.manager);
}

/**
 * Lets the roles that may insert names also lock them. Citus locks a table that every node has for `ON CONFLICT`, and asks for the
 * privilege to change a column. The time of creation is the column without meaning for records.
 */
export async function grantLocking(manager: EntityManager): Promise<void> {
  const grants = await manager.query<{ sql: string }[]>(
    `SELECT format('GRANT UPDATE (created_at) ON %s TO %I', c.oid::regclass, r.rolname) AS sql
     FROM pg_class c
     CROSS JOIN LATERAL aclexplode(c.relacl) a
     JOIN pg_roles r ON r.oid = a.grantee
     JOIN pg_attribute n ON n.attrelid = c.oid AND n.attname = 'created_at'
     WHERE c.oid = ANY ($1::regclass[]) AND a.privilege_type = 'INSERT' AND a.grantee <> c.relowner`,
    [distributed.catalogues],
  );
  for (const { sql } of grants) await manager.query(sql);
}
