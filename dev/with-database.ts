import { join } from 'node:path';
import { z } from 'zod';
import { processEnvironment, readDatabaseSettings } from '../src/config/environment';
import { migrate } from '../src/database/migrations';
import { embeddedDatabase } from './demo/target';
import { runToEnd } from './run-to-end';
import type { Shutdown } from './shutdown';
import { StackError } from './stack-error';

/** A module of src/commands runs itself when it is loaded, and says when it is done. */
const commandSchema = z.object({ done: z.instanceof(Promise) });

/**
 * `node dist/dev/with-database.js import-sales …`: a command of src/commands, on the database that DATABASE_URL names; where
 * it names none, and outside production, on the embedded one of this checkout.
 */
async function runWithDatabase(shutdown: Shutdown): Promise<void> {
  // Whatever ends this process before the command has ended did not do what was asked for.
  let exitCode: typeof process.exitCode = 1;
  shutdown.onExit(() => {
    process.exitCode = exitCode;
  });
  const [node = '', script = '', name = '', ...rest] = process.argv;
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new StackError('Usage: with-database.js COMMAND [arguments]');
  const { NODE_ENV, DATABASE_URL } = processEnvironment();
  if (!DATABASE_URL && NODE_ENV !== 'production') {
    const { url } = await shutdown.during(embeddedDatabase(shutdown));
    shutdown.checkpoint();
    await migrate(readDatabaseSettings({ DATABASE_URL: url }));
    process.env.DATABASE_URL = url;
  }
  shutdown.checkpoint();
  process.argv = [node, script, ...rest];
  const { done } = commandSchema.parse(await import(join(__dirname, '..', 'src', 'commands', `${name}.js`)));
  const ended = done.then(() => {
    exitCode = process.exitCode ?? 0;
  });
  // Told to stop, the command ends by itself, as it sees fit, and its database after it; the exit code is its own.
  shutdown.add(() => ended, { patience: 60_000 });
  await ended;
}

runToEnd(runWithDatabase);
