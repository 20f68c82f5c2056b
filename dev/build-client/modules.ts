import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { checkoutRoot } from '../checkout';
import { countryCodesPlugin } from './country-codes';
import { schemaExtractionPlugin } from './schema-extraction';

/** The package's entry modules. */
const ENTRIES = ['index', 'schemas'] as const;

/** Packages that the client imports. Everything else is bundled. */
export const DEPENDENCIES = ['@trpc/client', 'superjson', 'zod'];

/** Writes the client's modules to a folder: ES modules to esm/, CommonJS to cjs/. */
export async function writeModules(folder: string): Promise<void> {
  const source = join(checkoutRoot, 'client');
  await build({
    configFile: false,
    root: source,
    publicDir: false,
    logLevel: 'error',
    plugins: [countryCodesPlugin(), schemaExtractionPlugin()],
    build: {
      outDir: join(folder, 'esm'),
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: ENTRIES.map((name) => join(source, `${name}.ts`)), formats: ['es'] },
      rolldownOptions: {
        external: DEPENDENCIES,
        output: {
          entryFileNames: '[name].js',
          // The declarations have the comments.
          comments: false,
          minify: { compress: false, mangle: true, codegen: { removeWhitespace: true } },
        },
      },
    },
  });
  await mkdir(join(folder, 'cjs'), { recursive: true });
  for (const name of ENTRIES) {
    const module = await readFile(join(folder, 'esm', `${name}.js`), 'utf8');
    await writeFile(join(folder, 'cjs', `${name}.js`), toCommonJs(module));
  }
}

/**
 * Converts a minified ES module to CommonJS. Only imports and exports change, so that the tarball stays small: it compresses
 * two equal bodies to one. A bundler would change every use of an import.
 * @throws Error for a form of import or export that it does not know
 */
function toCommonJs(module: string): string {
  const imports = /^(?:import\{([^}]*)\}from(["'`][^"'`]+["'`]);)*/.exec(module)?.[0] ?? '';
  const exports = /export\{[^}]*\};?\s*$/.exec(module)?.[0] ?? '';
  const body = module.slice(imports.length, module.length - exports.length);
  const required = imports.replace(
    /import\{([^}]*)\}from([^;]+);/g,
    (_, names: string, from: string) => `const{${renameMembers(names, 'import')}}=require(${from});`,
  );
  const assignment = exports.replace(
    /export\{([^}]*)\}/,
    (_, names: string) => `module.exports={${renameMembers(names, 'export')}}`,
  );
  const unknown = /(?:^|[;}\n])(?:import|export)\b.{0,40}/.exec(body);
  if (unknown || assignment === '')
    throw new Error(`client: no way to write for CommonJS: ${unknown?.[0] ?? 'no exports'}`);
  return `"use strict";${required}${body}${assignment}`;
}

/** Converts a list of names to members of an object: an import `a as b` to `a:b`, an export `a as b` to `b:a`. */
function renameMembers(names: string, kind: 'import' | 'export'): string {
  return names
    .split(',')
    .map((name) => {
      const [from = '', to] = name.split(' as ');
      if (to === undefined) return from;
      return kind === 'import' ? `${from}:${to}` : `${to}:${from}`;
    })
    .join(',');
}
