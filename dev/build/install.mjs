import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { digestOf, root } from './source-files.cjs';
import { runStep } from './child-program.mjs';

const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
const stampFile = join(modules, '.installed-for');

/** Returns true if node_modules matches package-lock.json on this machine. */
export function isInstalled() {
  const wanted = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return true;
  if (!matchesLockFile()) return false;
  writeFileSync(stampFile, wanted);
  return true;
}

/** Runs `npm ci`, with development and platform packages even if NODE_ENV or npm's settings leave them out. */
export async function install(lock) {
  process.stderr.write('Installing packages from package-lock.json (about half a minute) …\n');
  rmSync(stampFile, { force: true });
  const npm = npmCommand();
  const options = [
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    // A cached package needs no request, because the lock file has its digest.
    '--prefer-offline',
    '--loglevel=error',
  ];
  await runStep([...npm, 'ci', ...options], { lock, failure: 'npm ci failed, so nothing was started.' });
  writeFileSync(stampFile, fingerprint());
}

function fingerprint() {
  return `${digestOf(readFileSync(lockFile))} ${process.platform}-${process.arch}\n`;
}

/**
 * Returns true if a manual installation is complete. npm writes node_modules/.package-lock.json as its last step: an
 * interrupted installation has no such file, and one without development packages has fewer entries.
 */
function matchesLockFile() {
  const actualFile = join(modules, '.package-lock.json');
  if (!existsSync(actualFile)) return false;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const actual = JSON.parse(readFileSync(actualFile, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, os, cpu, libc }]) => {
    if (path === '') return true;
    if (path in actual) return actual[path].version === version && existsSync(join(root, path));
    const isForThisMachine =
      os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined;
    return optional === true && !isForThisMachine;
  });
}

function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && basename(cli) === 'npm-cli.js' && existsSync(cli)) return [process.execPath, cli];
  return ['npm'];
}
