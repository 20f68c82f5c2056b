import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** Root folder of this checkout: the nearest one with a lock file, because this code runs from dev/ and from dist/dev/. */
export const checkoutRoot = findRoot(__dirname);

/** Folder of the data, locks and state files of this checkout. Git ignores it. */
export const dataFolder = join(checkoutRoot, '.data');

/** Returns the name in package.json. */
export function packageName(): string {
  return z
    .object({ name: z.string() })
    .parse(JSON.parse(readFileSync(join(checkoutRoot, 'package.json'), 'utf8'))).name;
}

function findRoot(directory: string): string {
  if (existsSync(join(directory, 'package-lock.json'))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error(`No package-lock.json above ${__dirname}`);
  return findRoot(parent);
}
