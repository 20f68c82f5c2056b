import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseSettings, processEnvironment } from '../../src/platform/config/environment';
import { migrationOptions, withDataSource } from '../../src/platform/database/data-source';
import { checkMigrations, migrate, outstandingMigrations } from '../../src/platform/database/migrations';
import { checkoutRoot } from '../checkout';
import { chooseDatabase } from '../stack/choose-database';
import { formatMigration } from '../generate-migration/format-migration';
import { writeFiles } from '../new-module/files';
import { MIGRATION_INDEX, addMigration } from '../generate-migration/migration-index';
import { listMigrations, nextMigrationNumber } from '../generate-migration/migration-number';
import { runCommand } from './run-command';
import {
  type SchemaChanges,
  findDroppedColumns,
  findSchemaChanges,
  listEntities,
} from '../generate-migration/schema-changes';
import type { Shutdown } from '../stack/shutdown';
import { OperatorError } from '../../src/platform/config/operator-error';

const USAGE = 'Usage: npm run migration:generate -- NAME\nas in: add-patient-allergies';

/** `npm run migration:generate -- add-patient-allergies`: writes a migration that makes the database match the entities. */
async function generateMigration(shutdown: Shutdown): Promise<void> {
  const name = readName(process.argv.slice(2));
  if (processEnvironment().NODE_ENV === 'production')
    throw new OperatorError('Migrations are written in development, and NODE_ENV is production.');
  const { settings, isEmbedded } = await chooseDatabase(shutdown);
  if (isEmbedded) await migrate(settings);
  const changes = await findChanges(settings);
  process.stdout.write(changes.up.length === 0 ? 'No difference\n' : await writeMigration(name, changes));
  process.stdout.write(describeRemovals(changes));
}

function readName([name = '', ...others]: readonly string[]): string {
  // No digits: the class name is these words and then the migration's number.
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(name) || others.length > 0) throw new OperatorError(USAGE);
  return name;
}

async function findChanges(settings: DatabaseSettings): Promise<SchemaChanges> {
  const options = { ...migrationOptions(settings), entities: listEntities() };
  return withDataSource(options, async (dataSource) => {
    await checkMigrations(dataSource);
    const outstanding = await outstandingMigrations(dataSource);
    if (outstanding.length > 0)
      throw new OperatorError(`The database lacks ${outstanding.join(', ')}: run npm run migrate first.`);
    // TypeORM sends several statements at once on one client, which pg deprecates: nothing that a developer could change.
    process.noDeprecation = true;
    return findSchemaChanges(dataSource);
  });
}

async function writeMigration(name: string, changes: SchemaChanges): Promise<string> {
  const index = { path: MIGRATION_INDEX, text: readFileSync(join(checkoutRoot, MIGRATION_INDEX), 'utf8') };
  const migration = addMigration(index, name, nextMigrationNumber(listMigrations(checkoutRoot), new Date()));
  await writeFiles({
    created: [{ path: migration.path, text: formatMigration(migration.className, changes) }],
    changed: [migration.index],
  });
  return [
    `  new      ${migration.path}`,
    `  changed  ${MIGRATION_INDEX}`,
    '',
    ...changes.up.map((statement) => `  ${statement}`),
    '',
    ...findDroppedColumns(changes).map((statement) => `This deletes data, rewrite it by hand: ${statement}`),
    'Read it, say in its comment why, and run it: npm run migrate',
    '',
  ].join('\n');
}

/** Lists what no entity declares. A migration may have created it on purpose, so only a developer may drop it. */
function describeRemovals({ removals }: SchemaChanges): string {
  if (removals.length === 0) return '';
  return [
    'In the database and in no entity, left as it is:',
    ...removals.map((each) => `  ${each}`),
    '',
  ].join('\n');
}

runCommand(generateMigration);
