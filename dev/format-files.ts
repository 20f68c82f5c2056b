import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from './checkout';

/** Formats files of this checkout, as `npm run format` does. @throws Error if one cannot be parsed */
export async function formatFiles(paths: readonly string[]): Promise<void> {
  const program = join('node_modules', 'oxfmt', 'bin', 'oxfmt');
  await promisify(execFile)(process.execPath, [program, ...paths], { cwd: checkoutRoot });
}
