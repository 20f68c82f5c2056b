import { join } from 'node:path';
import { z } from 'zod';
import { processEnvironment, readDatabaseSettings } from '../../src/platform/config/environment';
import { migrate } from '../../src/platform/database/migrations';
import { embeddedDatabase } from '../stack/embedded-database';
import { runToEnd } from './run-command';
import type { Shutdown } from '../stack/shutdown';
import { StackError } from '../stack/stack-error';

/** A `*.cli.ts` file runs its command when it is loaded, and exports the promise of its end. */
const commandSchema = z.object({ done: z.instanceof(Promise) });

/**
 * `node dist/dev/commands/with-database.js integrations/imports/import-sales.cli …`: runs a command of src/ on the database that
 * DATABASE_URL names. If it names none, outside production, the command runs on the embedded database of this checkout.
 */
async function runWithDatabase(shutdown: Shutdown): Promise<void> {
  // Whatever ends this process before the command has ended did not do what was asked for.
  let exitCode: typeof process.exitCode = 1;
  shutdown.onExit(() => {
    process.exitCode = exitCode;
  });
  const [node = '', script = '', path = '', ...rest] = process.argv;
  if (!/^[a-z0-9/-]+\.cli$/.test(path)) throw new StackError('Usage: with-database.js FILE.cli [arguments]');
  const { NODE_ENV, DATABASE_URL } = processEnvironment();
  if (!DATABASE_URL && NODE_ENV !== 'production') {
    const { url } = await shutdown.during(embeddedDatabase(shutdown));
    shutdown.checkpoint();
    await migrate(readDatabaseSettings({ DATABASE_URL: url }));
    process.env.DATABASE_URL = url;
  }
  shutdown.checkpoint();
  process.argv = [node, script, ...rest];
  const { done } = commandSchema.parse(await import(join(__dirname, '..', 'src', `${path}.js`)));
  const ended = done.then(() => {
    exitCode = process.exitCode ?? 0;
  });
  // Told to stop, the command ends by itself, as it sees fit, and its database after it; the exit code is its own.
  shutdown.add(() => ended, { patience: 60_000 });
  await ended;
}

runToEnd(runWithDatabase);
