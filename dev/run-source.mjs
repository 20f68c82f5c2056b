import { resolve } from 'node:path';
import { root, stopWith } from './build/checkout.cjs';
import { prepareSource } from './build/source.mjs';

/** `node dev/run-source.mjs dev/some/script.ts …`: runs TypeScript without a build. */

const [script, ...rest] = process.argv.slice(2);
if (script === undefined) stopWith('Usage: node dev/run-source.mjs path/of/script.ts [arguments]');

const load = await prepareSource();
const path = resolve(root, script);
process.argv = [process.argv[0], path, ...rest];
load(path);
