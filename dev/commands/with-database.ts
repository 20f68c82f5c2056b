import { join } from 'node:path';
import { z } from 'zod';
import { processEnvironment, readDatabaseSettings } from '../../src/platform/config/environment';
import { migrate } from '../../src/platform/database/migrations';
import { openEmbeddedDatabase } from '../stack/embedded-database';
import { runCommand } from './run-command';
import type { Shutdown } from '../stack/shutdown';
import { OperatorError } from '../../src/platform/config/operator-error';

/** A `*.cli.ts` file runs its command when it is loaded, and exports a promise that resolves at its end. */
const commandSchema = z.object({ done: z.instanceof(Promise) });

/**
 * `node dist/dev/commands/with-database.js integrations/imports/import-sales.cli …`: runs a command of src/ on the database
 * of DATABASE_URL. If that is unset, outside production, runs it on the embedded database of this checkout.
 */
async function runWithDatabase(shutdown: Shutdown): Promise<void> {
  // A process that ends before its command has failed.
  let exitCode: typeof process.exitCode = 1;
  shutdown.onExit(() => {
    process.exitCode = exitCode;
  });
  const [node = '', script = '', path = '', ...rest] = process.argv;
  if (!/^[a-z0-9/-]+\.cli$/.test(path))
    throw new OperatorError('Usage: with-database.js FILE.cli [arguments]');
  const { NODE_ENV, DATABASE_URL } = processEnvironment();
  if (!DATABASE_URL && NODE_ENV !== 'production') {
    const { settings } = await shutdown.track(openEmbeddedDatabase(shutdown));
    shutdown.throwIfStopping();
    await migrate(readDatabaseSettings(settings));
    Object.assign(process.env, settings);
  }
  shutdown.throwIfStopping();
  process.argv = [node, script, ...rest];
  const { done } = commandSchema.parse(await import(join(__dirname, '../../src', `${path}.js`)));
  const ended = done.then(() => {
    exitCode = process.exitCode ?? 0;
  });
  // On a signal the command stops by itself and sets the exit code. The database stops after it.
  shutdown.add(() => ended, { timeoutMs: 60_000 });
  await ended;
}

runCommand(runWithDatabase);
