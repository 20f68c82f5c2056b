import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endsWithin, isAlive, signal } from '../stack/processes';
import { servedDirectory } from './connection';

/** A server process on some data directory. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/**
 * The server that already runs on `data`, left behind by a launcher that was killed. If there is one that does not
 * answer, it is stopped; whatever `postmaster.pid` says, the data is free to be served when this gives undefined.
 */
export async function findRunning(data: string, password: string): Promise<Postmaster | undefined> {
  const found = await readLockFile(data);
  if (found === undefined) {
    // Absent, or cut short by a full disk: then PostgreSQL would refuse to start because of it.
    await rm(join(data, 'postmaster.pid'), { force: true });
    return undefined;
  }
  if (!(await servesFrom(found.pid, data))) {
    await disownLockFile(data);
    return undefined;
  }
  if (await answers(found, { data, password })) return found;
  await stopPostmaster(found.pid, { patience: 3000 });
  return undefined;
}

/** Fast shutdown, then an immediate one (safe: the log is replayed at the next start), then the hard way. */
export async function stopPostmaster(pid: number, { patience = 10_000 } = {}): Promise<void> {
  for (const [name, milliseconds] of [
    ['SIGINT', patience],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    signal(pid, name);
    if (await endsWithin(pid, milliseconds)) return;
  }
}

async function readLockFile(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  // "Contents of postmaster.pid", PostgreSQL's miscadmin.h: pid, data directory, start time, port, …
  const [pid, , , port] = text.split('\n').map(Number);
  if (pid === undefined || !Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: port !== undefined && Number.isInteger(port) ? port : 0 };
}

/**
 * Process ids are given again, so a living one is not yet a PostgreSQL. A server's working directory is its data;
 * where the system does not show that, its command line names it.
 */
async function servesFrom(pid: number, data: string): Promise<boolean> {
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
 * Makes the lock file name a process that cannot exist. It is not removed, because PostgreSQL also reads from it
 * whether orphans of a killed server still have the shared memory, and waits for them.
 */
async function disownLockFile(data: string): Promise<void> {
  const path = join(data, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text !== undefined) await writeFile(path, text.replace(/^.*/, '2147483647'));
}

/** True once it answers to our password. One that is starting or stopping says so, and is given more time. */
async function answers(
  { pid, port }: Postmaster,
  { data, password }: { data: string; password: string },
): Promise<boolean> {
  const began = Date.now();
  let patience = 5000;
  while (isAlive(pid) && Date.now() - began < patience) {
    try {
      return (await realpath(await servedDirectory({ port, password }))) === (await realpath(data));
    } catch (error) {
      const cannotConnectNow = '57P03';
      if ((error as NodeJS.ErrnoException).code === cannotConnectNow) patience = 60_000;
    }
    await sleep(100);
  }
  return false;
}
