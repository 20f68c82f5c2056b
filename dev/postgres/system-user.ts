import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';

/** The system user that PostgreSQL runs as; undefined for the user of this process. */
export type SystemUser = { readonly uid: number; readonly gid: number } | undefined;

/**
 * Returns the user for PostgreSQL, which refuses to run as root: for root, the owner of the existing data, else `postgres`,
 * else `nobody`.
 * @throws Error if neither user exists
 */
export async function findSystemUser(existingData?: string): Promise<SystemUser> {
  if (!isRoot()) return undefined;
  const owner = existingData === undefined ? undefined : await stat(existingData).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const user = await readSystemUser(name);
    if (user !== undefined) return user;
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a user `postgres` nor `nobody` to run it as.',
  );
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The environment of PostgreSQL's programs: no PG* variables of the shell, messages in English. */
const ENVIRONMENT = { PATH: process.platform === 'win32' ? '' : '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Returns options of `spawn` for PostgreSQL's programs. Every user may enter their working directory. */
export function spawnOptions(user: SystemUser) {
  return { ...user, env: ENVIRONMENT, cwd: '/' };
}

/** Runs a program as `user` to its end. */
export function runAs(user: SystemUser, [program, ...args]: readonly [string, ...string[]]): Promise<Result> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...spawnOptions(user), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => {
      resolve({ code: undefined, output: error.message });
    });
    child.on('close', (code) => {
      resolve({ code: code ?? undefined, output });
    });
  });
}

interface Result {
  /** Exit code; undefined if the program did not start. */
  readonly code: number | undefined;
  /** stdout and stderr. */
  readonly output: string;
}

/** Returns true if `user` may enter a directory, with all directories above it, and write to it. */
export async function canUse(user: SystemUser, directory: string): Promise<boolean> {
  const { code } = await runAs(user, ['/bin/sh', '-c', 'test -x "$1" && test -w "$1"', 'sh', directory]);
  return code === 0;
}

/** Returns true if `user` may enter a directory, with all directories above it. */
export async function canEnter(user: SystemUser, directory: string): Promise<boolean> {
  const { code } = await runAs(user, ['/bin/sh', '-c', 'cd "$1"', 'sh', directory]);
  return code === 0;
}

async function readSystemUser(name: string): Promise<SystemUser> {
  const ids = await Promise.all(['-u', '-g'].map((option) => runAs(undefined, ['id', option, name])));
  const [uid, gid] = ids.map(({ code, output }) => (code === 0 ? Number(output) : Number.NaN));
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
