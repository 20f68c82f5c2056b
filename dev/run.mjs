import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, stopWith } from './build/checkout.cjs';
import { prepare } from './build/prepare.mjs';

/** `node dev/run.mjs dist/some/script.js …`: runs a built script, built first if it has to be. */

const [script, ...rest] = process.argv.slice(2);
if (script === undefined) stopWith('Usage: node dev/run.mjs dist/path/of/script.js [arguments]');

await prepare();
const path = resolve(root, script);
process.argv = [process.argv[0], path, ...rest];
await import(pathToFileURL(path).href);
