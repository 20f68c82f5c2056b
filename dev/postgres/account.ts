import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';

/** The system user that PostgreSQL runs as; undefined: the one that runs this program. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root, so root runs it as the owner of the data that is there, or as `postgres`, or
 * as `nobody`. No system user is ever created.
 */
export async function postgresAccount(existingData?: string): Promise<Account> {
  if (!isRoot()) return undefined;
  const owner = existingData === undefined ? undefined : await stat(existingData).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const account = await lookUp(name);
    if (account !== undefined) return account;
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a user `postgres` nor `nobody` to run it as.',
  );
}

/** True for the user that may become any other. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** What PostgreSQL's programs get of the environment: nothing of a shell's PG* variables, messages in English. */
const environment = { PATH: process.platform === 'win32' ? '' : '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Options of `spawn` for a program that belongs to PostgreSQL; its working directory is one that anybody may enter. */
export function spawnOptions(account: Account) {
  return { ...account, env: environment, cwd: '/' };
}

/** Runs a short program as `account`. @returns its exit code, undefined if it could not be started, and all it wrote */
export function runAs(account: Account, [program, ...args]: readonly [string, ...string[]]): Promise<Result> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...spawnOptions(account), stdio: ['ignore', 'pipe', 'pipe'] });
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
  readonly code: number | undefined;
  readonly output: string;
}

/** Whether `account` can really enter a directory and write in it, all directories above it considered. */
export async function canUse(account: Account, directory: string): Promise<boolean> {
  const { code } = await runAs(account, ['/bin/sh', '-c', 'test -x "$1" && test -w "$1"', 'sh', directory]);
  return code === 0;
}

/** Whether `account` can really enter a directory. */
export async function canEnter(account: Account, directory: string): Promise<boolean> {
  const { code } = await runAs(account, ['/bin/sh', '-c', 'cd "$1"', 'sh', directory]);
  return code === 0;
}

async function lookUp(name: string): Promise<Account> {
  const ids = await Promise.all(['-u', '-g'].map((option) => runAs(undefined, ['id', option, name])));
  const [uid, gid] = ids.map(({ code, output }) => (code === 0 ? Number(output) : Number.NaN));
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
