import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';

/** Returns the command that runs a TypeScript file of this checkout. */
export function typeScriptCommand(script: string, ...args: readonly string[]): [string, ...string[]] {
  const hook = join(checkoutRoot, 'dev/build/typescript.cjs');
  return [process.execPath, '--require', hook, join(checkoutRoot, script), ...args];
}
