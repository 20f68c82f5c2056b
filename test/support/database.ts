import { randomBytes } from 'node:crypto';
import { administer } from '../runner/administrator';
import { TEMPLATE_DATABASE, serverUrl } from './database-server';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of a test file's own: a clone of the migrated one, or empty. */
export async function createDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(
    `CREATE DATABASE ${name} STRATEGY FILE_COPY TEMPLATE ${empty ? 'template0' : TEMPLATE_DATABASE}`,
  );
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
