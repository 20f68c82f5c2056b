import type { DataSource } from 'typeorm';
import { type Environment, EnvironmentError } from '../config/environment';
import { Database } from './database';
import { FIND_SUPERUSER_ROLES, OWNS_TABLES } from './production-roles.sql';

type Settings = Pick<Environment, 'NODE_ENV' | 'ALLOW_IN_PRODUCTION' | 'DATABASE_READ_URLS'>;

/**
 * Checks in production that the database's role is no superuser, who could switch off what protects the records and run
 * programs on the database's server, and owns no tables. Read replicas have the roles of the primary, so that they need no
 * connection.
 * @throws EnvironmentError with the settings and the roles
 */
export async function assertRestrictedRoles(dataSource: DataSource, settings: Settings): Promise<void> {
  const { NODE_ENV, ALLOW_IN_PRODUCTION } = settings;
  // A superuser may do what an owner may.
  if (NODE_ENV !== 'production' || ALLOW_IN_PRODUCTION.includes('database-superuser')) return;
  const database = new Database(dataSource);
  const superusers = await findSuperusers(database, settings);
  const problems = superusers.length > 0 ? superusers : await findOwner(database, settings);
  if (problems.length > 0) throw new EnvironmentError(['Settings to mend:', ...problems].join('\n  '));
}

async function findSuperusers(database: Database, { DATABASE_READ_URLS }: Settings): Promise<string[]> {
  const names = DATABASE_READ_URLS.map((url) => decodeURIComponent(new URL(url).username));
  const superusers = await database.rows(FIND_SUPERUSER_ROLES, { names });
  return superusers.map(({ role, isOwn }) => {
    const setting = isOwn ? 'DATABASE_URL' : 'DATABASE_READ_URLS';
    return `${setting}: the role "${role}" has the rights of a superuser: use another one, or add database-superuser to ALLOW_IN_PRODUCTION`;
  });
}

async function findOwner(database: Database, { ALLOW_IN_PRODUCTION }: Settings): Promise<string[]> {
  if (ALLOW_IN_PRODUCTION.includes('database-owner')) return [];
  const { role, owns } = await database.one(OWNS_TABLES);
  if (!owns) return [];
  return [
    `DATABASE_URL: the role "${role}" owns tables, so that it may change the schema and delete records: give the platform a role ` +
      'of its own (docs/operations.md), or add database-owner to ALLOW_IN_PRODUCTION',
  ];
}
