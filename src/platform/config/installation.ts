import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** The folder of package.json. */
export const installationRoot = rootAbove(__dirname);

function rootAbove(directory: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error('No package.json above the program');
  return rootAbove(parent);
}

/** The version in package.json. */
export function installedVersion(): string {
  const text = readFileSync(join(installationRoot, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** Where the build put the files of a web application, given as from `dist`. */
export function builtFolder(name: string): string {
  return join(installationRoot, 'dist', name);
}
