import { readDatabaseSettings } from '../../src/platform/config/environment';
import { OperatorError } from '../../src/platform/config/operator-error';
import { migrationOptions, withDataSource } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrations';
import { insertScaleData } from '../demo/insert-scale-data';
import { openEmbeddedDatabase } from '../stack/embedded-database';
import type { Shutdown } from '../stack/shutdown';
import { runCommand } from './run-command';
import { endProgress, requireEmbeddedDatabase, showProgress } from './synthetic-data';

const USAGE = 'Usage: npm run demo:scale -- CONSULTATIONS (a number from 1 to 100000000)';
const MAX_CONSULTATIONS = 100_000_000;

/** `npm run demo:scale`: adds millions of synthetic consultations to the embedded database, to see how fast it answers. */
async function addScaleData(shutdown: Shutdown): Promise<void> {
  const consultations = readNumber(process.argv.slice(2));
  const began = Date.now();
  requireEmbeddedDatabase();
  const database = await shutdown.track(openEmbeddedDatabase(shutdown));
  shutdown.throwIfStopping();
  const settings = readDatabaseSettings(database.settings);
  await migrate(settings);
  // The migrations' options have no statement timeout.
  await withDataSource(migrationOptions(settings), (dataSource) =>
    insertScaleData(dataSource, { consultations, now: new Date() }, showProgress).finally(endProgress),
  );
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  process.stdout.write(`Added ${consultations.toLocaleString('en')} consultations in ${seconds} s.\n`);
}

/** @throws OperatorError with the usage */
function readNumber([argument = '', ...others]: readonly string[]): number {
  const number = /^[1-9]\d*$/.test(argument) ? Number(argument) : 0;
  if (number === 0 || number > MAX_CONSULTATIONS || others.length > 0) throw new OperatorError(USAGE);
  return number;
}

runCommand(addScaleData);
