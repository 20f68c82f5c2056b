import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { checkoutRoot } from '../checkout';
import { countryCodes } from './country-codes';
import { schemasAlone } from './schemas-alone';

/** The package's entries. */
export const ENTRIES = ['index', 'schemas'] as const;

/** What the package imports; all else is part of it. */
export const DEPENDENCIES = ['@trpc/client', 'superjson', 'zod'];

/** Writes the package's modules into the folder of the package: ES modules into esm/, CommonJS into cjs/. */
export async function writeModules(folder: string): Promise<void> {
  const source = join(checkoutRoot, 'client');
  await build({
    configFile: false,
    root: source,
    publicDir: false,
    logLevel: 'error',
    plugins: [countryCodes(), schemasAlone()],
    build: {
      outDir: join(folder, 'esm'),
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      lib: { entry: ENTRIES.map((name) => join(source, `${name}.ts`)), formats: ['es'] },
      rolldownOptions: {
        external: DEPENDENCIES,
        // What the comments say is in the declarations too.
        output: { entryFileNames: '[name].js', comments: false },
      },
    },
  });
  await mkdir(join(folder, 'cjs'), { recursive: true });
  for (const name of ENTRIES) {
    const module = await readFile(join(folder, 'esm', `${name}.js`), 'utf8');
    await writeFile(join(folder, 'cjs', `${name}.js`), asCommonJs(module));
  }
}

/**
 * The same text with other first and last lines, so that the tarball holds it once: a bundler's CommonJS differs in every
 * use of an import.
 * @throws Error where a module imports or exports in a way that this does not know
 */
function asCommonJs(module: string): string {
  const text = module
    .replace(/^import (\{.*\}) from (".*");$/gm, 'const $1 = require($2);')
    .replace(/^export (\{.*\});$/m, 'module.exports = $1;');
  const left = /^(?:import|export)\b.*|^.* as .*require\(.*|^module\.exports = .* as .*/m.exec(text);
  if (left) throw new Error(`client: no way to write for CommonJS: ${left[0]}`);
  return `"use strict";\n${text}`;
}
