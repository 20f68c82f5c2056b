import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './checkout.mjs';

/** What dist/ holds and what each part of it was built from. */

export const output = join(root, 'dist');
export const stampFile = join(output, '.built-from.json');
export const sourceFolders = ['src', 'migrations', 'dev', 'bench'];
/** The web applications, each in its folder of Vite settings; the dashboard's output holds the others'. */
export const webApplications = ['web', join('web', 'reference'), join('web', 'chat')];
const settings = ['.swcrc', 'package-lock.json'];

/** True when dist/ is complete and was built from exactly the sources that are there now. */
export function isBuilt() {
  const { code, web } = readStamp();
  return isCodeBuilt(code) && webApplications.every((folder) => isApplicationBuilt(folder, web[folder]));
}

/** The digests of the sources by their paths, as they were when each part was built. */
export function readStamp() {
  return existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : { code: {}, web: {} };
}

function isCodeBuilt(before) {
  const now = digestsOf(codeSources());
  return (
    Object.keys(before).length === Object.keys(now).length &&
    Object.entries(now).every(([path, digest]) => before[path] === digest && existsSync(builtFrom(path)))
  );
}

export function isApplicationBuilt(folder, before) {
  if (before === undefined || !existsSync(join(output, folder, '.vite', 'manifest.json'))) return false;
  return Object.entries(before).every(([path, digest]) => digestOf(path) === digest);
}

/** What is compiled or copied, and what decides how. */
export function codeSources() {
  return [...settings, ...sourceFolders.flatMap(filesUnder).filter((path) => !path.endsWith('.d.ts'))];
}

/** @returns the digest of each file by its path from the checkout's root */
export function digestsOf(paths) {
  return Object.fromEntries(paths.map((path) => [path, digestOf(path)]));
}

function digestOf(path) {
  if (!existsSync(join(root, path))) return undefined;
  return createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('base64');
}

/** The file of dist/ that a source becomes; the settings become none, and stand for themselves. */
export function builtFrom(path) {
  return settings.includes(path) ? join(root, path) : join(output, path.replace(/\.ts$/, '.js'));
}

export function filesUnder(folder) {
  const directory = join(root, folder);
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => statSync(join(root, path)).isFile())
    .sort();
}
