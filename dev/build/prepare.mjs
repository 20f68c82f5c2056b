import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isBuilt } from './build-stamp.mjs';
import { exitWith, root } from './source-files.cjs';
import { install, isInstalled } from './install.mjs';
import { takeLock } from './lock.mjs';
import { runStep } from './child-program.mjs';

const OLDEST_NODE = [20, 19];

/** Installs the packages and builds dist/, each only if needed. Writes to stderr only. */
export async function prepare() {
  await prepareInstallation();
  await ensure(isBuilt, build);
}

/** Installs the packages if needed. Exits if Node is too old. */
export async function prepareInstallation() {
  checkNode();
  if (!existsSync(join(root, 'package-lock.json')))
    exitWith(`${root} has no package-lock.json: is it a whole clone?`);
  await ensure(isInstalled, install);
}

/**
 * Installs the packages if needed, and lets this process load TypeScript without a build.
 * @returns `require` for paths from the checkout's root
 */
export async function prepareTypeScript() {
  await prepareInstallation();
  const load = createRequire(join(root, 'package.json'));
  load('./dev/build/typescript.cjs');
  return load;
}

/** Runs a step unless it is done. Several processes wait for the one that runs it. */
async function ensure(isDone, step) {
  if (isDone()) return;
  const lock = await waitForLock('prepare');
  if (!isDone()) await step(lock);
  lock.release();
}

function build(lock) {
  process.stderr.write('Building …\n');
  return runStep([process.execPath, join(root, 'dev', 'build', 'build.mjs')], {
    lock,
    failure: 'The build failed, so nothing was started.',
    // Hides a warning about Vite's next major version.
    env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
  });
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  exitWith(
    `Node ${OLDEST_NODE.join('.')} or later is needed, and this is ${process.versions.node} (${process.execPath}).`,
  );
}

/** Takes a lock of this checkout as soon as no other process holds it. */
export async function waitForLock(name) {
  for (let isReported = false; ; isReported = true) {
    const lock = takeLock(join(root, '.data', `${name}.lock`));
    if (lock.holder === undefined) return lock;
    if (!isReported)
      process.stderr.write(`Waiting for process ${lock.holder}, which is preparing this checkout …\n`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

if (import.meta.filename === process.argv[1]) await prepare();
