import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../checkout';
import type { PostgresServer } from '../postgres/server';
import { startPostgres } from '../postgres/start-postgres';
import { isAlive } from './processes';
import type { Shutdown } from './shutdown';
import { OperatorError } from '../../src/platform/config/operator-error';
import { readStackFile, type RunningStack } from './stack-file';

/** The embedded database of this checkout. */
export interface EmbeddedDatabase {
  /** Its addresses with the role of the application and with the role that owns the tables. */
  readonly settings: PostgresServer['settings'];
  /** Address of the running platform; undefined if none runs. */
  readonly baseUrl: string | undefined;
}

/**
 * Returns the database of the running stack. If none runs, starts the database; `shutdown` stops it.
 * @throws OperatorError if the running stack uses another database or is still starting
 */
export async function openEmbeddedDatabase(shutdown: Shutdown): Promise<EmbeddedDatabase> {
  const stack = readStackFile();
  if (stack !== undefined) return databaseOf(stack);
  const launcher = findLauncher();
  if (launcher !== undefined)
    throw new OperatorError(`Process ${launcher} is still starting the stack: try again when it is running.`);
  const server = await startPostgres();
  // A stack that was started later uses this server and stops it.
  const isUnshared = () => findLauncher() === undefined;
  shutdown.add(async () => (isUnshared() ? server.stop() : undefined), { timeoutMs: 25_000 });
  shutdown.onExit(() => {
    if (isUnshared()) server.signalStop('fast');
  });
  return { settings: server.settings, baseUrl: undefined };
}

function databaseOf({ databaseUrl, ownerUrl, baseUrl }: RunningStack): EmbeddedDatabase {
  if (databaseUrl !== null && ownerUrl !== null)
    return { settings: { DATABASE_URL: databaseUrl, DATABASE_MIGRATION_URL: ownerUrl }, baseUrl };
  throw new OperatorError(
    'The running stack uses the database that DATABASE_URL names, and what nobody names a database for goes into the ' +
      'embedded one only: nothing was done.',
  );
}

/** Returns the process that holds the start lock: a stack that is starting or running. */
function findLauncher(): number | undefined {
  let entries: string[];
  try {
    entries = readdirSync(join(dataFolder, 'start.lock'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return entries.map((entry) => Number.parseInt(entry, 10)).find((pid) => isAlive(pid));
}
