import { join, relative, resolve } from 'node:path';
import { checkoutRoot } from '../checkout';
import { packClient } from '../build-client/package';
import { runCommand } from './run-command';

/**
 * `npm run build:client [-- FOLDER]`: builds the npm package of the client from the contracts. Writes the tarball to
 * dist/client/ or to FOLDER.
 */
async function buildClient(): Promise<void> {
  const [, , folder = join(checkoutRoot, 'dist', 'client')] = process.argv;
  const { path, bytes } = await packClient(resolve(folder));
  process.stdout.write(`${relative(process.cwd(), path)} (${(bytes / 1000).toFixed(1)} kB)\n`);
}

runCommand(buildClient);
