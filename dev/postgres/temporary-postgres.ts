import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, rename, rm, statfs } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { canUse, findSystemUser, type SystemUser } from './system-user';
import type { ServerFolder } from './server-folder';
import { startServer, type PostgresServer } from './server';

/** A cached data directory that servers start from. */
export interface Seed {
  /** The cache folder. Its name has a digest of the sources; folders beside it are outdated and are removed. */
  readonly folder: string;
  /** Fills the database that is then cached. */
  readonly prepare: (ownerUrl: string) => Promise<void>;
}

/**
 * Starts a PostgreSQL for tests: empty or from the seed, without durability. The server and its data are removed when this
 * process ends, even if it is killed.
 */
export async function startTemporaryPostgres(seed?: Seed): Promise<PostgresServer> {
  if (seed && !existsSync(seed.folder)) await createSeed(seed);
  const folder = await createServerFolder();
  const guard = spawnGuard(folder);
  if (seed) await copy(`${seed.folder}/.`, folder.directory);
  const server = await startServer(folder, { durable: false });
  const onExit = () => {
    server.signalStop('immediate');
  };
  process.once('exit', onExit);
  return {
    ...server,
    stop: async () => {
      process.off('exit', onExit);
      // Faster than a fast shutdown, and the data is removed anyway.
      server.signalStop('immediate');
      await server.stop();
      guard.dismiss();
      await removeServerFolder(folder);
    },
  };
}

async function createSeed(seed: Seed): Promise<void> {
  const folder = await createServerFolder();
  const guard = spawnGuard(folder);
  try {
    const server = await startServer(folder, { durable: false });
    try {
      await seed.prepare(server.ownerUrl);
    } finally {
      await server.stop();
    }
    await cacheSeed(folder.directory, seed.folder);
  } finally {
    guard.dismiss();
    await removeServerFolder(folder);
  }
}

/** Copies the data to the cache folder atomically: two runs may do so at the same time. */
async function cacheSeed(directory: string, folder: string): Promise<void> {
  const cache = dirname(folder);
  await mkdir(cache, { recursive: true });
  for (const other of await readdir(cache)) {
    if (!other.startsWith(basename(folder))) await rm(join(cache, other), { recursive: true, force: true });
  }
  const partial = join(cache, `${basename(folder)}-${process.pid}`);
  await copy(directory, partial);
  await rename(partial, folder).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
}

/** Copies files with their owners: PostgreSQL requires that its user owns them. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** A file system in memory: creating and dropping a database there takes a tenth of the processor time. */
const MEMORY_FOLDER = '/dev/shm';
const MIN_FREE_BYTES = 2_000_000_000;

/**
 * Creates a server folder. The data is in memory if there is room; the programs are on disk, because many systems run none
 * from memory.
 */
async function createServerFolder(): Promise<ServerFolder> {
  const user = await findSystemUser();
  const base = await createFolder(user, [tmpdir(), '/var/tmp']);
  if (base === undefined) throw new Error(`PostgreSQL's user can use neither ${tmpdir()} nor /var/tmp`);
  const freeBytes = await statfs(MEMORY_FOLDER).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const inMemory = freeBytes < MIN_FREE_BYTES ? undefined : await createFolder(user, [MEMORY_FOLDER]);
  return { directory: inMemory ?? base, user, base };
}

/** Creates a folder for the user in the first parent where the user can use it. */
async function createFolder(user: SystemUser, parents: readonly string[]): Promise<string | undefined> {
  for (const parent of parents) {
    const folder = await mkdtemp(join(parent, 'postgres-for-tests-')).catch(() => undefined);
    if (folder === undefined) continue;
    if (user !== undefined) await chown(folder, user.uid, user.gid);
    if (await canUse(user, folder)) return folder;
    await rm(folder, { recursive: true });
  }
  return undefined;
}

async function removeServerFolder({ directory, base }: ServerFolder): Promise<void> {
  for (const folder of [directory, base]) await rm(folder, { recursive: true, force: true });
}

/**
 * Starts a process that stops the server and removes its folders when this process ends, even by `kill -9`: that closes the
 * pipe between them. A line on the pipe dismisses it.
 */
function spawnGuard({ directory, base }: ServerFolder): { dismiss: () => void } {
  // A server that has just started may not have written its pid yet.
  const script = `read -r line && exit 0
    file="$1/data/postmaster.pid"
    i=0; while [ -e "$1/data" ] && [ ! -s "$file" ] && [ $i -lt 10 ]; do sleep 0.1; i=$((i + 1)); done
    pid=$(head -n 1 "$file" 2>/dev/null)
    if [ -n "$pid" ]; then
      kill -QUIT "$pid" 2>/dev/null
      i=0; while [ -e "$file" ] && [ $i -lt 50 ]; do sleep 0.1; i=$((i + 1)); done
      kill -KILL "$pid" 2>/dev/null
    fi
    rm -rf -- "$1" "$2"`;
  const guard = spawn('/bin/sh', ['-c', script, 'guard', directory, base], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  // The pipe must not keep this process alive.
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return {
    dismiss: () => {
      guard.stdin.end('stay\n');
    },
  };
}
