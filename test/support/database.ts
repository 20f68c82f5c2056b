import { randomBytes } from 'node:crypto';
import { runAdminStatement } from '../runner/admin-connection';
import { TEMPLATE_DATABASE, serverUrl } from './database-server';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a database for one test file: a clone of the migrated database, or an empty one. */
export async function createDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAdminStatement(
    `CREATE DATABASE ${name} STRATEGY FILE_COPY TEMPLATE ${empty ? 'template0' : TEMPLATE_DATABASE}`,
  );
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runAdminStatement(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
