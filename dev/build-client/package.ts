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

/** The tarball of the client's package. */
export interface PackedClient {
  readonly path: string;
  readonly bytes: number;
}

/** Builds the client's package from the contracts. @param folder for the tarball */
export async function packClient(folder: string): Promise<PackedClient> {
  const staged = await mkdtemp(join(tmpdir(), 'client-'));
  try {
    await writePackage(staged);
    return await pack(staged, folder);
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

async function writePackage(folder: string): Promise<void> {
  await mkdir(join(folder, 'cjs'));
  await writeModules(folder);
  await writeDeclarations(folder);
  await writeFile(join(folder, 'package.json'), json(await createManifest()));
  // The parent folder has `type: module`.
  await writeFile(join(folder, 'cjs', 'package.json'), json({ type: 'commonjs' }));
  await copyFile(join(checkoutRoot, 'client', 'README.md'), join(folder, 'README.md'));
}

async function pack(staged: string, folder: string): Promise<PackedClient> {
  await mkdir(folder, { recursive: true });
  // A script that npm runs inherits the prefix of the project, which is another package.
  const { stdout } = await run('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', folder], {
    cwd: staged,
    env: { ...processEnvironment(), npm_config_local_prefix: staged },
    shell: process.platform === 'win32',
  });
  const [{ filename }] = packedSchema.parse(JSON.parse(stdout));
  const path = join(folder, filename);
  return { path, bytes: (await stat(path)).size };
}

/** Returns the client's package.json. It accepts the versions of the project, and compatible later ones. */
async function createManifest(): Promise<object> {
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
      '.': entryPaths('index'),
      './schemas': entryPaths('schemas'),
    },
    // For tools that do not read `exports`.
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './cjs/index.d.ts',
    files: ['esm', 'cjs'],
    dependencies: Object.fromEntries(
      [...DEPENDENCIES, '@trpc/server'].sort().map((name) => [name, `^${z.string().parse(versions[name])}`]),
    ),
  };
}

/** Returns an entry's modules. The compiler finds the declarations beside them. */
function entryPaths(name: string): object {
  return { import: `./esm/${name}.js`, require: `./cjs/${name}.js` };
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
