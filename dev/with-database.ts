import { join } from 'node:path';
import { z } from 'zod';
import { migrate } from '../src/database/migrations';
import { chooseDatabase } from './chosen-database';
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
  const { settings, isEmbedded } = await chooseDatabase(shutdown);
  if (isEmbedded) {
    await migrate(settings);
    process.env.DATABASE_URL = settings.DATABASE_URL;
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
