import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from './build-stamp.mjs';
import { root, stopWith } from './checkout.cjs';
import { install, isInstalled } from './install.mjs';
import { takeLock } from './lock.mjs';
import { run } from './run-program.mjs';

const oldestNode = [20, 19];

/**
 * Brings a checkout to where its programs run: packages installed, dist/ built. Returns at once when both are;
 * two of them at the same time wait for each other. Writes to stderr only.
 */
export async function prepare() {
  await prepareInstallation();
  if (isBuilt()) return;
  const lock = await waitForLock();
  if (!isBuilt()) await build(lock);
  lock.release();
}

/** The first half of `prepare`, for programs that run from their sources. */
export async function prepareInstallation() {
  checkNode();
  if (!existsSync(join(root, 'package-lock.json')))
    stopWith(`${root} has no package-lock.json: is it a whole clone?`);
  if (isInstalled()) return;
  const lock = await waitForLock();
  if (!isInstalled()) await install(lock);
  lock.release();
}

function build(lock) {
  process.stderr.write('Building …\n');
  return run([process.execPath, join(root, 'dev', 'build.mjs')], {
    lock,
    failure: 'The build failed, so nothing was started.',
    // What a later major version will ask of its settings file is no news to whoever starts this one.
    env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
  });
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  stopWith(
    `Node ${oldestNode.join('.')} or later is needed, and this is ${process.versions.node} (${process.execPath}).`,
  );
}

async function waitForLock() {
  for (let told = false; ; told = true) {
    const lock = takeLock(join(root, '.data', 'prepare.lock'));
    if (lock.holder === undefined) return lock;
    if (!told)
      process.stderr.write(`Waiting for process ${lock.holder}, which is preparing this checkout …\n`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

if (import.meta.filename === process.argv[1]) await prepare();
