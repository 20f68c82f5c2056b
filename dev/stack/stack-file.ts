import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { dataFolder } from '../checkout';
import { isAlive } from './processes';

const schema = z.object({
  /** The launcher, in which the API and the portal run. */
  pid: z.number(),
  /** Where browsers find the platform. */
  baseUrl: z.string(),
  /** The embedded portal; null where OAUTH_* names another. */
  portal: z.string().nullable(),
  /** The embedded database with its password, hence the file's mode; null where DATABASE_URL names another. */
  databaseUrl: z.string().nullable(),
});

/** Where the parts of this checkout's running stack are, for programs beside it. */
export type RunningStack = z.output<typeof schema>;

const path = join(dataFolder, 'stack.json');

/** Says that the stack runs; whole or not at all. */
export function writeStackFile(stack: RunningStack): void {
  const partial = `${path}.${stack.pid}`;
  rmSync(partial, { force: true });
  writeFileSync(partial, `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, path);
}

/** Says that it runs no more. */
export function removeStackFile(): void {
  rmSync(path, { force: true });
}

/** The stack that runs in this checkout; undefined if none does, or what did was killed. */
export function readStackFile(): RunningStack | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const stack = schema.parse(JSON.parse(text));
  return isAlive(stack.pid) ? stack : undefined;
}
