import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../stack/processes';
import { OperatorError } from '../../src/platform/config/operator-error';
import { runAs } from './system-user';
import type { Binaries } from './binaries';
import { dataOf, type ServerFolder } from './server-folder';

/** Name of the superuser and of the database. */
export const DATABASE_NAME = 'health_platform';

/**
 * Creates the data directory if it is missing. It gets its name only when it is complete, so that neither a kill nor a full
 * disk leaves a broken one.
 * @param durable whether to wait until the data is on the disk
 * @returns the superuser's password
 * @throws OperatorError if the data has another major version, or if its password is missing
 */
export async function ensureCluster(
  folder: ServerFolder,
  binaries: Binaries,
  { durable }: { durable: boolean },
): Promise<string> {
  const data = dataOf(folder.directory);
  await removeLeftovers(folder.directory);
  if (!existsSync(data)) await createCluster(folder, binaries, { durable });
  const major = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  if (major !== binaries.major) {
    throw new OperatorError(
      `${data} was written by PostgreSQL ${major}, and this is ${binaries.major}. Move it away to start with an empty one.`,
    );
  }
  return readFile(passwordFile(folder), 'utf8').catch((cause: unknown) => {
    throw new OperatorError(
      `${passwordFile(folder)} is missing, and the data beside it cannot be opened without it.`,
      { cause },
    );
  });
}

function passwordFile(folder: ServerFolder): string {
  return join(folder.directory, 'password');
}

async function createCluster(
  folder: ServerFolder,
  binaries: Binaries,
  { durable }: { durable: boolean },
): Promise<void> {
  await ensurePassword(folder);
  const partial = join(folder.directory, `creating-${process.pid}`);
  const problem = await runInitdb(partial, { folder, binaries, durable });
  if (problem !== undefined) {
    await rm(partial, { recursive: true, force: true });
    throw new OperatorError(`PostgreSQL could not create its data in ${folder.directory}:\n${problem}`);
  }
  await rename(partial, dataOf(folder.directory)).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(dataOf(folder.directory))) throw error;
  });
}

/**
 * Locales that decide which characters pg_trgm and full-text search take for letters; in `C`, é is not one. The first
 * locale that the system has is used.
 */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** Runs initdb. @returns its output if it failed, otherwise undefined */
async function runInitdb(
  directory: string,
  { folder, binaries, durable }: { folder: ServerFolder; binaries: Binaries; durable: boolean },
): Promise<string | undefined> {
  let problem: string | undefined;
  for (const characterType of CHARACTER_TYPES) {
    const { code, output } = await runAs(folder.user, [
      binaries.initdb,
      `--pgdata=${directory}`,
      `--username=${DATABASE_NAME}`,
      `--pwfile=${passwordFile(folder)}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${characterType}`,
      // Sorts by bytes as C does, but knows upper and lower case of all letters.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]);
    if (code === 0) return undefined;
    problem = output.trim();
    if (!problem.includes('invalid locale name')) break;
  }
  return problem;
}

/** Creates the password of this data directory atomically: another process may do the same. */
async function ensurePassword(folder: ServerFolder): Promise<void> {
  const partial = `${passwordFile(folder)}-${process.pid}`;
  await writeFile(partial, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (folder.user !== undefined) await chown(partial, folder.user.uid, folder.user.gid);
  await link(partial, passwordFile(folder)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  await rm(partial);
}

/** Removes incomplete files of processes that have ended. */
async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const creator = /^(?:creating|password)-(\d+)$/.exec(name)?.[1];
    if (creator === undefined || (Number(creator) !== process.pid && isAlive(Number(creator)))) continue;
    // An initdb whose parent was killed may still write; it fails when its folder is gone.
    await rm(join(directory, name), { recursive: true, force: true, maxRetries: 30, retryDelay: 20 });
  }
}
