import { parseArgs } from 'node:util';
import { type DatabaseSettings, processEnvironment } from '../../src/platform/config/environment';
import { migrationOptions, withDataSource } from '../../src/platform/database/data-source';
import {
  migrate,
  migrationSummary,
  editedMigrationHandler,
  outstandingMigrations,
  withMigrationLock,
} from '../../src/platform/database/migrations';
import { type ChosenDatabase, chooseDatabase } from '../stack/choose-database';
import { runCommand } from './run-command';
import type { Shutdown } from '../stack/shutdown';
import { OperatorError, getErrorMessage } from '../../src/platform/config/operator-error';

const USAGE = 'Usage: npm run migrate, npm run db:reset [-- --yes NAME], npm run db:revert [-- --yes NAME]';

/**
 * `npm run migrate`, `db:reset` and `db:revert`: change the database of DATABASE_URL, or the embedded database of this
 * checkout.
 */
async function changeDatabase(shutdown: Shutdown): Promise<void> {
  const { command, confirmed } = readArguments();
  if (command === 'reset' && isProduction())
    throw new OperatorError('db:reset deletes all data, and NODE_ENV is production: nothing was done.');
  const database = await chooseDatabase(shutdown);
  if (command !== 'migrate') requireConfirmation(database, { command, confirmed });
  const { settings } = database;
  if (command === 'revert') await revert(settings);
  else {
    if (command === 'reset') await emptyDatabase(database);
    const report = (message: string) => {
      process.stderr.write(`${message}\n`);
    };
    const onEdited = editedMigrationHandler(processEnvironment().NODE_ENV, report);
    process.stdout.write(migrationSummary(await migrate(settings, { onEdited, report })));
  }
}

type Command = 'migrate' | 'reset' | 'revert';

function readArguments(): { command: Command; confirmed: string | undefined } {
  const { values, positionals } = parseOptions();
  const [command, ...others] = positionals;
  if ((command !== 'migrate' && command !== 'reset' && command !== 'revert') || others.length > 0)
    throw new OperatorError(USAGE);
  return { command, confirmed: values.yes };
}

function parseOptions() {
  try {
    return parseArgs({ allowPositionals: true, options: { yes: { type: 'string' } } });
  } catch (error) {
    throw new OperatorError(`${getErrorMessage(error)}\n${USAGE}`);
  }
}

function isProduction(): boolean {
  return processEnvironment().NODE_ENV === 'production';
}

/** Requires `--yes NAME` for every database but the embedded one, which has only a developer's own data. */
function requireConfirmation(
  { isEmbedded, settings }: ChosenDatabase,
  { command, confirmed }: { command: Command; confirmed: string | undefined },
): void {
  const { hostname, pathname } = new URL(settings.DATABASE_URL);
  const name = decodeURIComponent(pathname.slice(1));
  if (isEmbedded || confirmed === name) return;
  throw new OperatorError(
    `DATABASE_URL names the database ${name} at ${hostname}, and db:${command} ` +
      `${command === 'reset' ? 'deletes all that it holds' : 'may delete data of it'}: nothing was done.\n` +
      `If this is what you want: npm run db:${command} -- --yes ${name}`,
  );
}

/** Drops the schema instead of its tables: that drops extensions, functions and types too. */
async function emptyDatabase({ settings, isInUse }: ChosenDatabase): Promise<void> {
  await withDataSource(migrationOptions(settings), (dataSource) =>
    withMigrationLock(dataSource, () =>
      dataSource.query(
        'DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC',
      ),
    ),
  );
  const note = isInUse ? ' Restart npm start: it may hold identifiers of rows that are gone.' : '';
  process.stdout.write(`Emptied the database.${note}\n`);
}

async function revert(settings: DatabaseSettings): Promise<void> {
  const reverted = await withDataSource(migrationOptions(settings), (dataSource) =>
    withMigrationLock(dataSource, async () => {
      const before = await outstandingMigrations(dataSource);
      await dataSource.undoLastMigration();
      const after = await outstandingMigrations(dataSource);
      return after.find((name) => !before.includes(name));
    }),
  );
  process.stdout.write(
    reverted === undefined
      ? 'Nothing to do: no migration has run on this database\n'
      : `Reverted ${reverted}. npm run migrate runs it again, as does the next npm start.\n`,
  );
}

runCommand(changeDatabase);
