import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, rename, rm, statfs } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { canUse, postgresAccount, type Account } from './account';
import { type Home } from './home';
import { startServer, type PostgresServer } from './server';

/** A stopped server's files, kept for later runs: what `prepare` makes is made once for each folder. */
export interface Seed {
  /** Named after what it is made from: a folder beside it belongs to an earlier version and is removed. */
  readonly folder: string;
  readonly prepare: (url: string) => Promise<void>;
}

/**
 * Starts a PostgreSQL of its own for a run of tests: empty or as the seed is, fast, and gone with this process however
 * that ends, its data too.
 */
export async function startTemporaryPostgres(seed?: Seed): Promise<PostgresServer> {
  if (seed && !existsSync(seed.folder)) await createSeed(seed);
  const home = await temporaryHome();
  const guard = spawnGuard(home);
  if (seed) await copy(`${seed.folder}/.`, home.directory);
  const server = await startServer(home, { durable: false });
  const onExit = () => {
    server.signalStop('immediate');
  };
  process.once('exit', onExit);
  return {
    ...server,
    stop: async () => {
      process.off('exit', onExit);
      // Nothing in it is worth the wait of an orderly shutdown.
      server.signalStop('immediate');
      await server.stop();
      guard.dismiss();
      await removeHome(home);
    },
  };
}

async function createSeed({ folder, prepare }: Seed): Promise<void> {
  const home = await temporaryHome();
  const guard = spawnGuard(home);
  try {
    const server = await startServer(home, { durable: false });
    await prepare(server.url).finally(() => server.stop());
    await keep(home.directory, folder);
  } finally {
    guard.dismiss();
    await removeHome(home);
  }
}

/** Complete or not at all, since two runs may do so at the same time. */
async function keep(directory: string, folder: string): Promise<void> {
  const shelf = dirname(folder);
  await mkdir(shelf, { recursive: true });
  for (const other of await readdir(shelf)) {
    if (!other.startsWith(basename(folder))) await rm(join(shelf, other), { recursive: true, force: true });
  }
  const partial = join(shelf, `${basename(folder)}-${process.pid}`);
  await copy(directory, partial);
  await rename(partial, folder).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
}

/** With their owners: PostgreSQL starts on files of its own account alone. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** Where memory is a file system: creating and dropping a database there takes a tenth of the processor's time. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2_000_000_000;

/** Data in memory where that has room; programs never, since many systems run none from there. */
async function temporaryHome(): Promise<Home> {
  const account = await postgresAccount();
  const base = await newFolder(account, [tmpdir(), '/var/tmp']);
  if (base === undefined) throw new Error(`PostgreSQL's account can use neither ${tmpdir()} nor /var/tmp`);
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const inMemory = room < ENOUGH_BYTES ? undefined : await newFolder(account, [MEMORY]);
  return { directory: inMemory ?? base, account, base };
}

/** A folder of the account's own in the first place where it can use one. */
async function newFolder(account: Account, parents: readonly string[]): Promise<string | undefined> {
  for (const parent of parents) {
    const folder = await mkdtemp(join(parent, 'postgres-for-tests-')).catch(() => undefined);
    if (folder === undefined) continue;
    if (account !== undefined) await chown(folder, account.uid, account.gid);
    if (await canUse(account, folder)) return folder;
    await rm(folder, { recursive: true });
  }
  return undefined;
}

async function removeHome({ directory, base }: Home): Promise<void> {
  for (const folder of [directory, base]) await rm(folder, { recursive: true, force: true });
}

/**
 * A process that waits for this one to end, even by kill -9, which closes the pipe between them; then it ends the
 * server and removes its folders. Told to by a line on that pipe, it leaves without doing so.
 */
function spawnGuard({ directory, base }: Home): { dismiss: () => void } {
  // A server that was started last of all has not written its number yet.
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
  // Neither the guard nor the pipe to it is a reason for this process to stay.
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return {
    dismiss: () => {
      guard.stdin.end('stay\n');
    },
  };
}
