import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { processEnvironment } from '../../src/platform/config/environment';
import { checkoutRoot } from '../checkout';
import { writeDeclarations } from './declarations';
import { DEPENDENCIES, writeModules } from './modules';
import { CLIENT_NAME } from './name';

const run = promisify(execFile);

const packageSchema = z.object({
  version: z.string(),
  license: z.string(),
  engines: z.object({ node: z.string() }),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

const packedSchema = z.tuple([z.object({ filename: z.string(), unpackedSize: z.int() })]);

/** A package as npm installs it. */
export interface PackedClient {
  /** The tarball. */
  readonly path: string;
  readonly bytes: number;
}

/** Makes the client from the contracts as they are. @param folder gets the tarball; what else is in it stays as it is */
export async function packClient(folder: string): Promise<PackedClient> {
  const staged = await mkdtemp(join(tmpdir(), 'client-'));
  try {
    await stage(staged);
    return await pack(staged, folder);
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

async function stage(staged: string): Promise<void> {
  await mkdir(join(staged, 'cjs'));
  await writeModules(staged);
  await writeDeclarations(staged);
  await writeFile(join(staged, 'package.json'), json(await manifest()));
  // The folder above is of ES modules.
  await writeFile(join(staged, 'cjs', 'package.json'), json({ type: 'commonjs' }));
  await copyFile(join(checkoutRoot, 'client', 'README.md'), join(staged, 'README.md'));
}

async function pack(staged: string, folder: string): Promise<PackedClient> {
  await mkdir(folder, { recursive: true });
  // npm tells the scripts that it runs where the project is; this one is another.
  const { stdout } = await run('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', folder], {
    cwd: staged,
    env: { ...processEnvironment(), npm_config_local_prefix: staged },
    shell: process.platform === 'win32',
  });
  const [{ filename }] = packedSchema.parse(JSON.parse(stdout));
  const path = join(folder, filename);
  return { path, bytes: (await stat(path)).size };
}

/** Version, and versions of what it imports, are the project's own. */
async function manifest(): Promise<object> {
  const project = packageSchema.parse(JSON.parse(await readFile(join(checkoutRoot, 'package.json'), 'utf8')));
  const versions = { ...project.devDependencies, ...project.dependencies };
  const { version, license, engines } = project;
  return {
    name: CLIENT_NAME,
    version,
    description: 'A typed client of the Africa health platform, over tRPC',
    license,
    engines,
    type: 'module',
    sideEffects: false,
    exports: {
      '.': entry('index'),
      './schemas': entry('schemas'),
    },
    // For tools that do not read `exports`.
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './cjs/index.d.ts',
    files: ['esm', 'cjs'],
    dependencies: Object.fromEntries(
      [...DEPENDENCIES, '@trpc/server'].sort().map((name) => [name, versions[name]]),
    ),
  };
}

/** One entry in both formats; the compiler finds the declarations beside the modules. */
function entry(name: string): object {
  return { import: `./esm/${name}.js`, require: `./cjs/${name}.js` };
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
