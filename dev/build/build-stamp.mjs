import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './checkout.cjs';

/** What dist/ holds and what each part of it was built from. */

export const output = join(root, 'dist');
export const stampFile = join(output, '.built-from.json');
export const sourceFolders = ['src', 'migrations', 'dev', 'bench'];
/** The web applications, each in its folder with its Vite settings. */
export const webApplications = ['dashboard', 'reference', 'chat'].map((name) => join('web', name));
const settings = ['.swcrc', 'package-lock.json'];

/** True when dist/ is complete and was built from exactly the sources that are there now. */
export function isBuilt() {
  const { code, web } = readStamp();
  return isCodeBuilt(code) && webApplications.every((folder) => isApplicationBuilt(folder, web[folder]));
}

/** Size, time and digest of each part's sources when it was built, by their paths. */
export function readStamp() {
  return existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : { code: {}, web: {} };
}

function isCodeBuilt(before) {
  const sources = codeSources();
  return (
    Object.keys(before).length === sources.length &&
    sources.every((path) => isUnchanged(path, before[path]) && existsSync(builtFrom(path)))
  );
}

export function isApplicationBuilt(folder, before) {
  if (before === undefined || !existsSync(join(output, folder, '.vite', 'manifest.json'))) return false;
  return Object.entries(before).every(([path, source]) => isUnchanged(path, source));
}

/** What is compiled or copied, and what decides how. */
export function codeSources() {
  return [...settings, ...sourceFolders.flatMap(filesUnder).filter((path) => !path.endsWith('.d.ts'))];
}

/** @returns size, time and digest of each file, by its path from the checkout's root */
export function sourcesNow(paths) {
  return Object.fromEntries(paths.map((path) => [path, sourceNow(path)]));
}

function sourceNow(path) {
  const { size, mtimeMs } = statSync(join(root, path));
  return { size, mtimeMs, digest: digestOf(path) };
}

/** Reads a file only if its size is the same and its time is not: a checkout gives the same text a new time. */
export function isUnchanged(path, before) {
  const now = statSync(join(root, path), { throwIfNoEntry: false });
  if (before === undefined || now === undefined) return false;
  if (now.size !== before.size) return false;
  return now.mtimeMs === before.mtimeMs || digestOf(path) === before.digest;
}

function digestOf(path) {
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
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .sort();
}
