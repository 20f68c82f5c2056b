import { createRequire } from 'node:module';
import { prepareInstallation } from './prepare.mjs';

/**
 * Has this process load TypeScript of dev/ without a build, once the packages are installed.
 * @returns `require` for paths from dev/
 */
export async function prepareSource() {
  await prepareInstallation();
  const load = createRequire(import.meta.url);
  load('./typescript.cjs');
  return load;
}
