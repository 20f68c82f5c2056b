import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './checkout.cjs';
import { run } from './run-program.mjs';

const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
const stampFile = join(modules, '.installed-for');

/** True when node_modules is complete and is what package-lock.json asks for on this machine. */
export function isInstalled() {
  const wanted = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return true;
  if (!matchesLockFile()) return false;
  writeFileSync(stampFile, wanted);
  return true;
}

/** Installs from the lock file, development and platform packages included whatever NODE_ENV or npm's settings say. */
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
  await run([...npm, 'ci', ...options], { lock, failure: 'npm ci failed, so nothing was started.' });
  writeFileSync(stampFile, fingerprint());
}

function fingerprint() {
  return `${createHash('sha256').update(readFileSync(lockFile)).digest('hex')} ${process.platform}-${process.arch}\n`;
}

/**
 * Recognises an installation that somebody made by hand. npm writes node_modules/.package-lock.json as its last
 * step, so an interrupted one has none, and one without development packages differs.
 */
function matchesLockFile() {
  const actualFile = join(modules, '.package-lock.json');
  if (!existsSync(actualFile)) return false;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const actual = JSON.parse(readFileSync(actualFile, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, os, cpu, libc }]) => {
    if (path === '') return true;
    if (path in actual) return actual[path].version === version && existsSync(join(root, path));
    const forThisMachine =
      os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined;
    return optional === true && !forThisMachine;
  });
}

function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && basename(cli) === 'npm-cli.js' && existsSync(cli)) return [process.execPath, cli];
  return ['npm'];
}
