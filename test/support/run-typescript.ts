import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';

/** The command line that runs a script of this checkout from its TypeScript. */
export function runTypeScript(script: string, ...args: readonly string[]): [string, ...string[]] {
  const hook = join(checkoutRoot, 'dev/build/typescript.cjs');
  return [process.execPath, '--require', hook, join(checkoutRoot, script), ...args];
}
