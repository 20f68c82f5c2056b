import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitForExit, isAlive, sendSignal } from '../stack/processes';
import { readDataDirectory } from './connection';

/** A running PostgreSQL server. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/**
 * Finds a server that runs on `data`, because its launcher was killed. Stops it if it does not answer.
 * @returns undefined if no server runs; then another one can start on `data`
 */
export async function findPostmaster(data: string, password: string): Promise<Postmaster | undefined> {
  const found = await readLockFile(data);
  if (found === undefined) {
    // PostgreSQL refuses to start if a full disk has cut the file short.
    await rm(join(data, 'postmaster.pid'), { force: true });
    return undefined;
  }
  if (!(await isServerOf(found.pid, data))) {
    await invalidateLockFile(data);
    return undefined;
  }
  if (await isAnswering(found, { data, password })) return found;
  await stopPostmaster(found.pid, { timeoutMs: 3000 });
  return undefined;
}

/** Stops a server: fast, then immediate (the next start replays the log), then SIGKILL. `timeoutMs` is for the first. */
export async function stopPostmaster(pid: number, { timeoutMs = 10_000 } = {}): Promise<void> {
  for (const [name, limitMs] of [
    ['SIGINT', timeoutMs],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    sendSignal(pid, name);
    if (await waitForExit(pid, limitMs)) return;
  }
}

async function readLockFile(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  // pid, data directory, start time, port, … (PostgreSQL's source, miscadmin.h, "Contents of postmaster.pid")
  const [pid, , , port] = text.split('\n').map(Number);
  if (pid === undefined || !Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: port !== undefined && Number.isInteger(port) ? port : 0 };
}

/**
 * Returns true if the process is the server of `data`: its working directory or its command line names the folder.
 * The system reuses process ids, so another program may have the pid of the lock file.
 */
async function isServerOf(pid: number, data: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === (await realpath(data));
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      data,
    );
  } catch {
    return false;
  }
}

/**
 * Writes an impossible pid to the lock file. Removing the file would be wrong: PostgreSQL finds in it the shared memory that
 * orphans of a killed server may still use, and waits for them.
 */
async function invalidateLockFile(data: string): Promise<void> {
  const path = join(data, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text !== undefined) await writeFile(path, text.replace(/^.*/, '2147483647'));
}

/** PostgreSQL's error code of a server that is starting or stopping. */
const CANNOT_CONNECT_NOW = '57P03';

/** Returns true if the server accepts our password within 5 s, or 60 s if it reports that it is starting or stopping. */
async function isAnswering(
  { pid, port }: Postmaster,
  { data, password }: { data: string; password: string },
): Promise<boolean> {
  const began = Date.now();
  let timeoutMs = 5000;
  while (isAlive(pid) && Date.now() - began < timeoutMs) {
    try {
      return (await realpath(await readDataDirectory({ port, password }))) === (await realpath(data));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === CANNOT_CONNECT_NOW) timeoutMs = 60_000;
    }
    await sleep(100);
  }
  return false;
}
