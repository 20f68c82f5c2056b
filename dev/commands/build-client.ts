import { join, relative, resolve } from 'node:path';
import { checkoutRoot } from '../checkout';
import { packClient } from '../client/package';

/**
 * `npm run build:client`: the package of the client, made from the contracts as they are, as a tarball in dist/client/.
 * An argument names another folder.
 */
async function buildClient(): Promise<void> {
  const [, , folder = join(checkoutRoot, 'dist', 'client')] = process.argv;
  const { path, bytes } = await packClient(resolve(folder));
  process.stdout.write(`${relative(process.cwd(), path)} (${(bytes / 1000).toFixed(1)} kB)\n`);
}

buildClient().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
