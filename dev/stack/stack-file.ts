import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { dataFolder } from '../checkout';
import { isAlive } from './processes';

const schema = z.object({
  /** The launcher's process, in which the API and the portal run. */
  pid: z.number(),
  /** The platform's address for browsers. */
  baseUrl: z.string(),
  /** Issuer of the embedded portal; null if OAUTH_* names another portal. */
  portal: z.string().nullable(),
  /** Addresses of the embedded database, with passwords; null if DATABASE_URL names another database. */
  databaseUrl: z.string().nullable(),
  /** The role that owns the tables. */
  ownerUrl: z.string().nullable(),
});

/** The addresses of this checkout's running stack. */
export type RunningStack = z.output<typeof schema>;

const path = join(dataFolder, 'stack.json');

/** Writes the file atomically. Only its owner may read it, because it has the database's password. */
export function writeStackFile(stack: RunningStack): void {
  const partial = `${path}.${stack.pid}`;
  rmSync(partial, { force: true });
  writeFileSync(partial, `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, path);
}

export function removeStackFile(): void {
  rmSync(path, { force: true });
}

/** Returns the running stack of this checkout, or undefined if none runs. */
export function readStackFile(): RunningStack | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const stack = schema.parse(JSON.parse(text));
  // The file of a stack that was killed is still there.
  return isAlive(stack.pid) ? stack : undefined;
}
