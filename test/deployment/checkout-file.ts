import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';

/** Returns the text of a file of this checkout. */
export function readText(path: string): string {
  return readFileSync(join(checkoutRoot, path), 'utf8');
}

export function isInCheckout(path: string): boolean {
  return existsSync(join(checkoutRoot, path));
}

/** Returns true if a file or folder of `dist/` has a source. */
export function isBuilt(path: string): boolean {
  const source = /^dist\/(.+)$/.exec(path)?.[1];
  return source !== undefined && isInCheckout(source.replace(/\.js$/, '.ts'));
}
