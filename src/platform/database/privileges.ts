import { escapeIdentifier } from 'pg';
import type { DataSource } from 'typeorm';
import { tablesByAccess } from '../../../migrations/access/tables';
import type { DatabaseSettings } from '../config/environment';
import { OperatorError } from '../config/operator-error';
import { APPEND_ONLY_TABLES } from './append-only-tables';
import { Database } from './database';
import { DESCRIBE_ROLES, FIND_WRONG_PRIVILEGES } from './privileges.sql';

/**
 * Returns the role of the application, which gets privileges from the role of migrations; undefined if it is the same role.
 * @throws OperatorError if the role does not exist or has the rights of the other one
 */
export async function findApplicationRole(
  dataSource: DataSource,
  { DATABASE_MIGRATION_URL, DATABASE_URL }: DatabaseSettings,
): Promise<string | undefined> {
  if (DATABASE_MIGRATION_URL === undefined) return undefined;
  const role = decodeURIComponent(new URL(DATABASE_URL).username);
  const { owner, exists, hasRightsOfOwner } = await new Database(dataSource).one(DESCRIBE_ROLES, { role });
  if (role === owner) return undefined;
  const name = escapeIdentifier(role);
  if (!exists)
    throw new OperatorError(
      `The role ${name} of DATABASE_URL does not exist: CREATE ROLE ${name} LOGIN PASSWORD '…'. Nothing was done.`,
    );
  if (hasRightsOfOwner)
    throw new OperatorError(
      `The role ${name} of DATABASE_URL has the rights of ${escapeIdentifier(owner)}, the role of DATABASE_MIGRATION_URL, so ` +
        'that it could change the schema: use a role that is no superuser and no member of it. Nothing was done.',
    );
  return role;
}

/**
 * Lets a role use what later statements of this role create: rows of new tables may be read and inserted, until
 * `grantPrivileges` decides.
 */
export async function grantDefaultPrivileges(dataSource: DataSource, role: string): Promise<void> {
  const name = escapeIdentifier(role);
  await dataSource.query(`GRANT USAGE ON SCHEMA public TO ${name}`);
  await dataSource.query(
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT ON TABLES TO ${name}`,
  );
  await dataSource.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO ${name}`);
}

/** Gives a role exactly the privileges of the application on every table, view and sequence of this role. */
export async function grantPrivileges(dataSource: DataSource, role: string): Promise<void> {
  const wrong = await new Database(dataSource).rows(FIND_WRONG_PRIVILEGES, {
    role,
    readOnly: [...tablesByAccess.readOnly],
    appendOnly: [...tablesByAccess.appendOnly, ...APPEND_ONLY_TABLES],
    vacuumed: [...tablesByAccess.vacuumed],
  });
  const name = escapeIdentifier(role);
  await dataSource.transaction(async (manager) => {
    for (const { object, wanted } of wrong) {
      await manager.query(`REVOKE ALL ON ${object} FROM ${name}`);
      await manager.query(`GRANT ${wanted.join(', ')} ON ${object} TO ${name}`);
    }
  });
}
