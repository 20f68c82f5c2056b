import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';

/** Returns the settings of PostgreSQL in the block of docs/operations.md that begins with a comment, as lines of a file. */
export function readSettings(comment: string): string {
  const page = readFileSync(join(checkoutRoot, 'docs/operations.md'), 'utf8');
  const block = page.split('```').find((text) => text.startsWith(`conf\n# ${comment}\n`));
  if (block === undefined) throw new Error(`docs/operations.md has no block of settings "${comment}"`);
  return block.slice('conf\n'.length);
}
