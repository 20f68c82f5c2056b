import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, stopWith } from './checkout.mjs';
import { install, isInstalled } from './install.mjs';
import { takeLock } from './lock.mjs';

/**
 * Has this process load TypeScript of dev/ without a build, once the packages are installed.
 * @returns `require` for paths from dev/
 */
export async function prepareSource() {
  if (!isInstalled()) {
    const lock = takeLock(join(root, '.data', 'prepare.lock'));
    if (lock.holder !== undefined)
      stopWith(`Process ${lock.holder} is preparing this checkout: try again when it is done.`);
    await install(lock);
    lock.release();
  }
  const load = createRequire(import.meta.url);
  load('./typescript.cjs');
  return load;
}
