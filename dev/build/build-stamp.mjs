import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, filesIn, root } from './source-files.cjs';

/** The build stamp records the sources that each part of dist/ was built from. */

const output = join(root, 'dist');
export const stampFile = join(output, '.built-from.json');
export const sourceFolders = ['src', 'migrations', 'dev', 'bench'];
/** Folders of the web applications. Each has its own Vite settings. */
export const webApplications = ['dashboard', 'reference', 'chat', 'chat-worker'].map((name) =>
  join('web', name),
);
export const settingsFiles = ['.swcrc', 'package-lock.json'];

/** Returns true if dist/ is complete and no source has changed since it was built. */
export function isBuilt() {
  const { code, web } = readStamp();
  return isCodeBuilt(code) && webApplications.every((folder) => isApplicationBuilt(folder, web[folder]));
}

/** Returns size, time and digest of each source at build time, by part of dist/ and path. */
export function readStamp() {
  return existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : { code: {}, web: {} };
}

function isCodeBuilt(stamp) {
  const sources = codeSources();
  return (
    Object.keys(stamp).length === sources.length &&
    sources.every((path) => isUnchanged(path, stamp[path]) && existsSync(outputOf(path)))
  );
}

export function isApplicationBuilt(folder, stamp) {
  if (stamp === undefined || !existsSync(join(output, folder, '.vite', 'manifest.json'))) return false;
  return Object.entries(stamp).every(([path, source]) => isUnchanged(path, source));
}

/** Returns the files that are compiled or copied, and the settings files of the build. */
export function codeSources() {
  return [...settingsFiles, ...sourceFolders.flatMap(filesIn).filter((path) => !/\.d\.c?ts$/.test(path))];
}

/** Returns size, time and digest of each file, by its path from the checkout's root. */
export function stampOf(paths) {
  return Object.fromEntries(
    paths.map((path) => {
      const { size, mtimeMs } = statSync(join(root, path));
      return [path, { size, mtimeMs, digest: digestOfFile(path) }];
    }),
  );
}

/** Reads the file only if the time alone differs: a Git checkout gives unchanged files a new time. */
export function isUnchanged(path, source) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (source === undefined || stats === undefined) return false;
  if (stats.size !== source.size) return false;
  return stats.mtimeMs === source.mtimeMs || digestOfFile(path) === source.digest;
}

function digestOfFile(path) {
  return digestOf(readFileSync(join(root, path)));
}

/** Returns the file of dist/ that is built from a source. A settings file, which is not built, gives itself. */
export function outputOf(path) {
  return settingsFiles.includes(path) ? join(root, path) : join(output, path.replace(/\.ts$/, '.js'));
}
