import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exitWith, root } from './build/source-files.cjs';
import { prepare, prepareTypeScript } from './build/prepare.mjs';

/** `node dev/run.mjs FILE …` runs a script of dist/, which it builds first, or a TypeScript file without a build. */

const [script, ...args] = process.argv.slice(2);
if (script === undefined)
  exitWith('Usage: node dev/run.mjs path/of/script (.js of dist/, or .ts) [arguments]');

const path = resolve(root, script);
process.argv = [process.argv[0], path, ...args];
if (path.endsWith('.ts')) {
  const load = await prepareTypeScript();
  load(path);
} else {
  await prepare();
  await import(pathToFileURL(path).href);
}
