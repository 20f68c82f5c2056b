import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { type DatabaseSettings, processEnvironment } from '../../src/platform/config/environment';
import { migrationOptions } from '../../src/platform/database/data-source';
import { checkMigrations, migrate, outstandingMigrations } from '../../src/platform/database/migrations';
import { checkoutRoot } from '../checkout';
import { chooseDatabase } from './choose-database';
import { migrationText } from '../migrations/migration-text';
import { layOut, writeFiles } from '../new-module/files';
import { MIGRATION_INDEX, numberMigration } from '../new-module/migration-index';
import { runToEnd } from './run-command';
import { type SchemaChanges, applicationEntities, losingStatements, schemaChanges } from '../migrations/schema-changes';
import type { Shutdown } from '../stack/shutdown';
import { StackError } from '../stack/stack-error';

const USAGE = 'Usage: npm run migration:generate -- NAME\nas in: add-patient-allergies';

/** `npm run migration:generate -- add-patient-allergies`: a migration that brings the database in line with the entities. */
async function generateMigration(shutdown: Shutdown): Promise<void> {
  const name = readName(process.argv.slice(2));
  if (processEnvironment().NODE_ENV === 'production')
    throw new StackError('Migrations are written in development, and NODE_ENV is production.');
  const { settings, isEmbedded } = await chooseDatabase(shutdown);
  if (isEmbedded) await migrate(settings);
  const changes = await changesOf(settings);
  process.stdout.write(changes.up.length === 0 ? 'No difference\n' : await write(name, changes));
  process.stdout.write(removalsNote(changes));
}

function readName([name = '', ...others]: readonly string[]): string {
  // A class is called by the words of its file, and its number begins where they end.
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(name) || others.length > 0) throw new StackError(USAGE);
  return name;
}

async function changesOf(settings: DatabaseSettings): Promise<SchemaChanges> {
  const options = { ...migrationOptions(settings), entities: applicationEntities() };
  const dataSource = await new DataSource(options).initialize();
  try {
    await checkMigrations(dataSource);
    const outstanding = await outstandingMigrations(dataSource);
    if (outstanding.length > 0)
      throw new StackError(`The database lacks ${outstanding.join(', ')}: run npm run migrate first.`);
    return await schemaChanges(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function write(name: string, changes: SchemaChanges): Promise<string> {
  const index = { path: MIGRATION_INDEX, text: readFileSync(join(checkoutRoot, MIGRATION_INDEX), 'utf8') };
  const migration = numberMigration(index, name, new Date());
  const plan = await layOut({
    created: [{ path: migration.path, text: migrationText(migration.className, changes) }],
    changed: [migration.index],
  });
  writeFiles(plan);
  return [
    `  new      ${migration.path}`,
    `  changed  ${MIGRATION_INDEX}`,
    '',
    ...changes.up.map((statement) => `  ${statement}`),
    '',
    ...losingStatements(changes).map((statement) => `This deletes data, rewrite it by hand: ${statement}`),
    'Read it, say in its comment why, and run it: npm run migrate',
    '',
  ].join('\n');
}

/** What only a migration may know is listed, and dropped by hand if that is meant. */
function removalsNote({ removals }: SchemaChanges): string {
  if (removals.length === 0) return '';
  return [
    'In the database and in no entity, left as it is:',
    ...removals.map((each) => `  ${each}`),
    '',
  ].join('\n');
}

runToEnd(generateMigration);
