/**
 * @jest-environment-options {"ownPackages": ["typeorm", "@nestjs/typeorm"]}
 */
import { z } from 'zod';
import { checkoutRoot } from '../../dev/checkout';
import type * as environment from '../../src/platform/config/environment';
import type * as migrations from '../../src/platform/database/migrations';
import type { RouterContract } from '../../src/platform/contract/contract';
import { emptyTables, insertRow } from '../migrations/derived-rows';
import type * as freshDatabases from '../migrations/fresh-database';
import type * as databases from '../support/database';
import type * as databaseServer from '../support/database-server';
import type * as environments from '../support/environment';
import type * as platforms from '../support/platform';
import { LoadedModule } from './loaded-module';
import { chooseUnusedNames } from './unused-names';

const featureSchema = z.object({ feature: z.object({ contract: z.custom<RouterContract>() }) });

const names = chooseUnusedNames(checkoutRoot);
const router = names.plural.camel;
const generated = new LoadedModule(names);
const FEATURE = `src/modules/${names.plural.kebab}/${names.plural.kebab}.feature.ts`;
const { contract } = featureSchema.parse(generated.load(FEATURE)).feature;

/** Name of the database with the module's table. The databases of the tests are its clones. */
let template: string | undefined;

jest.doMock('../support/database-server', () => {
  const actual = jest.requireActual<typeof databaseServer>('../support/database-server');
  return {
    ...actual,
    get TEMPLATE_DATABASE() {
      return template ?? actual.TEMPLATE_DATABASE;
    },
  };
});
jest.doMock('../support/environment', () => {
  const actual = jest.requireActual<typeof environments>('../support/environment');
  return {
    ...actual,
    testEnvironment: (settings: Readonly<Record<string, string>>) =>
      actual.testEnvironment({ FEATURES: generated.pathOf(FEATURE), ...settings }),
  };
});
// The suites that check every procedure check only those of the module.
jest.doMock('../../src/app-router', () => ({ contracts: { [router]: contract } }));
jest.doMock('../contract/call-fixtures', () => ({ inputFixtures: {} }));

const { createDatabase } = jest.requireActual<typeof databases>('../support/database');
const { readDatabaseSettings } = jest.requireActual<typeof environment>(
  '../../src/platform/config/environment',
);
const { migrate } = jest.requireActual<typeof migrations>('../../src/platform/database/migrations');
const { describeSchema, listSchemaObjects } = jest.requireActual<typeof freshDatabases>(
  '../migrations/fresh-database',
);
const { startPlatform } = jest.requireActual<typeof platforms>('../support/platform');

/** The long suite new-module.spec.ts also checks types, lint, format and the suites that read the project. */
describe(`the module of npm run new:module -- ${router}, outside of the checkout`, () => {
  let database: databases.TestDatabase;

  beforeAll(async () => {
    database = await createDatabase();
    await migrate(readDatabaseSettings({ ...database.settings, FEATURES: generated.pathOf(FEATURE) }));
    template = new URL(database.url).pathname.slice(1);
  });

  afterAll(async () => {
    await database.drop();
    generated.remove();
  });

  it('has the table of its entity, which its migration can drop and create again', async () => {
    const platform = await startPlatform();
    try {
      const { database: connection } = platform;
      const { upQueries } = await connection.driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).toEqual([]);
      const schema = await describeSchema(connection);
      expect(await emptyTables(connection)).toContain(names.singular.snake);
      await insertRow(connection, names.singular.snake);
      await connection.undoLastMigration();
      expect(await listSchemaObjects(connection)).not.toContain(names.singular.snake);
      await connection.runMigrations();
      expect(await describeSchema(connection)).toEqual(schema);
    } finally {
      await platform.close();
    }
  });

  describe.each(generated.created.filter((path) => path.endsWith('.spec.ts')))('in %s', (path) => {
    generated.load(path);
  });

  describe('among every procedure', () => {
    jest.requireActual('../contract/every-procedure.spec');
  });

  describe('among everything derived from the contracts', () => {
    jest.requireActual('./derived-from-contracts.spec');
  });
});
