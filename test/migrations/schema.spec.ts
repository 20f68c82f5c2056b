import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';
import { migrations } from '../../migrations';
import { ROLES } from '../../src/platform/access/role';
import { suitePlatform } from '../support/platform';

describe('the entities and the migrated schema', () => {
  const platform = suitePlatform();

  it('match', async () => {
    const { upQueries } = await platform.database.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('have the same tables', async () => {
    const rows = await platform.database.query<{ name: string }[]>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`,
    );
    const entities = platform.database.entityMetadatas.map(({ tableName }) => tableName);
    expect(rows.map(({ name }) => name).sort()).toEqual(entities.sort());
  });

  it('have the same roles', async () => {
    const [row] = await platform.database.query<{ definition: string }[]>(
      `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'account_role_check'`,
    );
    const roles = [...(row?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, role]) => role);
    expect(roles).toEqual([...ROLES]);
  });

  it('differ if the database lacks a column of an entity', async () => {
    await platform.database.query('ALTER TABLE session DROP COLUMN last_seen_at');
    const { upQueries } = await platform.database.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([
      expect.stringContaining('ALTER TABLE "session" ADD "last_seen_at"'),
    ]);
  });
});

describe('migrations/index.ts', () => {
  const files = readdirSync(join(checkoutRoot, 'migrations'))
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
    .sort();

  it('lists every migration, oldest first', () => {
    expect(migrations.map(({ name }) => fileOf(name))).toEqual(files);
  });
});

/** Returns the file of a class: `1763700000000-create-accounts.ts` for `CreateAccounts1763700000000`. */
function fileOf(className: string): string {
  const [, words = '', timestamp = ''] = /^(\D+)(\d{13})$/.exec(className) ?? [];
  const kebab = words.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  return `${timestamp}-${kebab}.ts`;
}
