import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** Root of this checkout. Found by its lock file, because this code runs from dev/ in tests and from dist/dev/ else. */
export const checkoutRoot = rootAbove(__dirname);

/** What outlives a run: data, locks, and where the running stack is. Ignored by git. */
export const dataFolder = join(checkoutRoot, '.data');

/** The product's name as package.json gives it. */
export function packageName(): string {
  return z
    .object({ name: z.string() })
    .parse(JSON.parse(readFileSync(join(checkoutRoot, 'package.json'), 'utf8'))).name;
}

function rootAbove(directory: string): string {
  if (existsSync(join(directory, 'package-lock.json'))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error(`No package-lock.json above ${__dirname}`);
  return rootAbove(parent);
}
