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
      lib: { entry: ENTRIES.map((name) => join(source, `${name}.ts`)), formats: ['es'] },
      rolldownOptions: {
        external: DEPENDENCIES,
        output: {
          entryFileNames: '[name].js',
          // What the comments say is in the declarations too.
          comments: false,
          minify: { compress: false, mangle: true, codegen: { removeWhitespace: true } },
        },
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
  const imports = /^(?:import\{([^}]*)\}from(["'`][^"'`]+["'`]);)*/.exec(module)?.[0] ?? '';
  const exports = /export\{[^}]*\};?\s*$/.exec(module)?.[0] ?? '';
  const body = module.slice(imports.length, module.length - exports.length);
  const required = imports.replace(
    /import\{([^}]*)\}from([^;]+);/g,
    (_, names: string, from: string) => `const{${renamed(names, 'import')}}=require(${from});`,
  );
  const given = exports.replace(
    /export\{([^}]*)\}/,
    (_, names: string) => `module.exports={${renamed(names, 'export')}}`,
  );
  const left = /(?:^|[;}\n])(?:import|export)\b.{0,40}/.exec(body);
  if (left || given === '')
    throw new Error(`client: no way to write for CommonJS: ${left?.[0] ?? 'no exports'}`);
  return `"use strict";${required}${body}${given}`;
}

/** Names as an object writes them: what is imported `a as b` is `a:b`, what is exported `a as b` is `b:a`. */
function renamed(names: string, kind: 'import' | 'export'): string {
  return names
    .split(',')
    .map((name) => {
      const [from = '', to] = name.split(' as ');
      if (to === undefined) return from;
      return kind === 'import' ? `${from}:${to}` : `${to}:${from}`;
    })
    .join(',');
}
