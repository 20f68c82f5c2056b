import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** The folder of package.json. */
export const installationRoot = findRoot(__dirname);

function findRoot(directory: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error('No package.json above the program');
  return findRoot(parent);
}

/** Returns the version in package.json. */
export function installedVersion(): string {
  const text = readFileSync(join(installationRoot, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** Returns the folder `dist/<name>`, which holds a built web application. */
export function builtFolder(name: string): string {
  return join(installationRoot, 'dist', name);
}
