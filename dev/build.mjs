import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './checkout.mjs';
import { run } from './run-step.mjs';

const output = join(root, 'dist');
const stampFile = join(output, '.built-from');
const sourceFolders = ['src', 'migrations', 'dev', 'bench'];
const settings = ['tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json'];
const webFolder = 'web';
/** The web applications, each in its folder of Vite settings; the dashboard's build empties what the others are written into. */
const webApplications = [webFolder, join(webFolder, 'reference'), join(webFolder, 'chat')];
const webManifests = webApplications.map((folder) => join(output, folder, '.vite', 'manifest.json'));

/** True when dist/ was built, to the end, from exactly the sources that are there now. */
export function isBuilt() {
  return (
    existsSync(stampFile) &&
    webManifests.every(existsSync) &&
    readFileSync(stampFile, 'utf8') === fingerprint()
  );
}

/** Builds dist/, reusing what the compiler remembers of the last time, and leaves nothing in it without a source. */
export async function build(lock) {
  process.stderr.write('Building …\n');
  const sources = fingerprint();
  rmSync(stampFile, { force: true });
  removeOrphans();
  await compile(lock);
  if (!isComplete()) {
    // The compiler does not write again what it remembers having written, even if somebody removed it since.
    rmSync(output, { recursive: true, force: true });
    await compile(lock);
  }
  for (const folder of webApplications) await bundle(folder, lock);
  writeFileSync(stampFile, sources);
}

function compile(lock) {
  const nest = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  return run([process.execPath, nest, 'build'], {
    lock,
    failure: 'The build failed, so nothing was started.',
  });
}

/** A web application, which Vite writes anew each time: it takes a second or two. */
function bundle(folder, lock) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  return run([process.execPath, vite, 'build', folder, '--logLevel', 'error'], {
    lock,
    failure: `The build of ${folder} failed, so nothing was started.`,
    // What a later major version will ask of its settings file is no news to whoever starts this one.
    env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
  });
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const path of [...settings, ...[...sourceFolders, webFolder].flatMap(filesUnder)]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return `${hash.digest('hex')}\n`;
}

function filesUnder(folder) {
  const directory = join(root, folder);
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => statSync(join(root, path)).isFile())
    .sort();
}

/** A migration that was renamed or removed must not run from a file that an earlier build left. */
function removeOrphans() {
  for (const folder of sourceFolders) {
    for (const path of filesUnder(join('dist', folder))) {
      const source = path.slice('dist/'.length);
      const typescript = source.replace(/\.map$/, '').replace(/\.(js|d\.ts)$/, '.ts');
      if (!existsSync(join(root, source)) && !existsSync(join(root, typescript))) rmSync(join(root, path));
    }
  }
}

function isComplete() {
  return sourceFolders
    .flatMap(filesUnder)
    .filter((path) => /(?<!\.d|\.spec)\.ts$/.test(path))
    .every((path) => existsSync(join(output, path.replace(/\.ts$/, '.js'))));
}
