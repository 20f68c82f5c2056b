import type { DataSource } from 'typeorm';
import { type Environment, EnvironmentError } from '../config/environment';
import { Database } from './database';
import { FIND_SUPERUSER_ROLES } from './superuser-roles.sql';

type Settings = Pick<Environment, 'NODE_ENV' | 'ALLOW_IN_PRODUCTION' | 'DATABASE_READ_URLS'>;

/**
 * Checks in production that the database's role is no superuser: that one could switch off what protects the records, and run
 * programs on the database's server. Read replicas have the roles of the primary, so that they need no connection.
 * @throws EnvironmentError with the settings and the roles
 */
export async function assertNoSuperuserRole(dataSource: DataSource, settings: Settings): Promise<void> {
  const { NODE_ENV, ALLOW_IN_PRODUCTION, DATABASE_READ_URLS } = settings;
  if (NODE_ENV !== 'production' || ALLOW_IN_PRODUCTION.includes('database-superuser')) return;
  const readRoles = DATABASE_READ_URLS.map((url) => decodeURIComponent(new URL(url).username));
  const superusers = await new Database(dataSource).rows(FIND_SUPERUSER_ROLES, { names: readRoles });
  if (superusers.length === 0) return;
  const problems = superusers.map(({ role, isOwn }) => {
    const setting = isOwn ? 'DATABASE_URL' : 'DATABASE_READ_URLS';
    return `${setting}: the role "${role}" has the rights of a superuser: use another one, or add database-superuser to ALLOW_IN_PRODUCTION`;
  });
  throw new EnvironmentError(['Settings to mend:', ...problems].join('\n  '));
}
