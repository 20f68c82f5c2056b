import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../checkout';
import { startPostgres } from '../postgres/start-postgres';
import { isAlive } from './processes';
import type { Shutdown } from './shutdown';
import { StackError } from './stack-error';
import { readStackFile, type RunningStack } from './stack-file';

type Variables = Readonly<Record<string, string | undefined>>;

/** The embedded database of this checkout. */
export interface Target {
  readonly url: string;
  /** Address of the platform that uses it right now; undefined where nothing runs. */
  readonly baseUrl: string | undefined;
}

/**
 * Refuses wherever the environment means another database than the embedded one.
 * @throws StackError
 */
export function requireEmbedded({ NODE_ENV, DATABASE_URL }: Variables): void {
  const only = 'Synthetic data goes into the embedded database only';
  if (NODE_ENV === 'production')
    throw new StackError(`${only}, and NODE_ENV is production: nothing was added.`);
  if (DATABASE_URL !== undefined && DATABASE_URL !== '')
    throw new StackError(
      `${only}, and DATABASE_URL names another: nothing was added. Unset it and try again.`,
    );
}

/**
 * The database of the running stack; where none runs, it is started for the occasion and stopped by `shutdown`.
 * @throws StackError where the stack uses another database, or is not ready yet
 */
export async function embeddedDatabase(shutdown: Shutdown): Promise<Target> {
  const stack = readStackFile();
  if (stack !== undefined) return targetOf(stack);
  const launcher = runningLauncher();
  if (launcher !== undefined)
    throw new StackError(`Process ${launcher} is still starting the stack: try again when it is running.`);
  const server = await startPostgres();
  // A stack that was started meanwhile uses this same server, and stops it itself.
  const isOurs = () => runningLauncher() === undefined;
  shutdown.add(async () => (isOurs() ? server.stop() : undefined), { patience: 25_000 });
  shutdown.onExit(() => {
    if (isOurs()) server.signalStop('fast');
  });
  return { url: server.url, baseUrl: undefined };
}

function targetOf({ databaseUrl, baseUrl }: RunningStack): Target {
  if (databaseUrl !== null) return { url: databaseUrl, baseUrl };
  throw new StackError(
    'The running stack uses the database that DATABASE_URL names, and what nobody names a database for goes into the ' +
      'embedded one only: nothing was done.',
  );
}

/** The process that has dev/start.mjs's lock: from the first moment of a start to the end. */
function runningLauncher(): number | undefined {
  let entries: string[];
  try {
    entries = readdirSync(join(dataFolder, 'start.lock'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return entries.map((entry) => Number.parseInt(entry, 10)).find((pid) => isAlive(pid));
}
