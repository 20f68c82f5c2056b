import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../../dev/checkout';
import { CLIENT_NAME } from '../../dev/build-client/name';
import { typeScriptCommand } from '../support/typescript-command';

const execute = promisify(execFile);

/** The client's dependencies, linked from the checkout if no registry can be reached. */
const DEPENDENCIES = ['@trpc/client', '@trpc/server', 'superjson', 'copy-anything', 'is-what', 'zod'];

/** A file in the output folder before the build. */
export const EXISTING_FILE = 'notes.txt';

/** A project with the client as its only dependency. */
export interface InstalledClient {
  readonly project: string;
  /** Size of the tarball in bytes. */
  readonly bytes: number;
  /** Texts of the package's files, by path in the package. */
  readonly files: ReadonlyMap<string, string>;
  /** File names in the output folder of the build. */
  readonly outputFiles: readonly string[];
  /** Runs a script of installed/ in the project and returns the JSON that it prints. */
  run(script: string, ...args: readonly string[]): Promise<unknown>;
  remove(): Promise<void>;
}

/** Builds the client as `npm run build:client` does, and installs the tarball in a new project. */
export async function installClient(): Promise<InstalledClient> {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  const packed = join(folder, 'packed');
  await mkdir(packed);
  await writeFile(join(packed, EXISTING_FILE), '');
  const tarball = await build(packed);
  const project = join(folder, 'project');
  await cp(join(__dirname, 'installed'), project, { recursive: true });
  await writeFile(join(project, 'package.json'), '{"name":"example-project","private":true}');
  if (!installWithNpm(project, tarball)) await installFromCheckout(project, tarball);
  return {
    project,
    bytes: (await readFile(tarball)).length,
    files: await readFiles(join(project, 'node_modules', CLIENT_NAME)),
    outputFiles: await readdir(packed),
    run: async (script, ...args) => {
      const { stdout } = await execute(process.execPath, [join(project, script), ...args], {
        timeout: 30_000,
      });
      return JSON.parse(stdout) as unknown;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Builds the tarball in a separate process, because Jest cannot load the bundler's ES modules. */
async function build(folder: string): Promise<string> {
  const [node, ...script] = typeScriptCommand('dev/commands/build-client.ts', folder);
  await execute(node, script, { cwd: checkoutRoot, timeout: 110_000 });
  const [name] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  return join(folder, name ?? 'no tarball');
}

/** Installs the tarball with npm. Returns false and prints a message if the registry cannot be reached. */
function installWithNpm(project: string, tarball: string): boolean {
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=0'];
  const { status, stderr } = spawnSync('npm', ['install', ...options, tarball], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, npm_config_local_prefix: project },
    timeout: 60_000,
  });
  if (status === 0) return true;
  const unreachableRegistry =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|E403)\b/;
  if (status !== null && !unreachableRegistry.test(stderr)) throw new Error(stderr);
  process.stderr.write(
    'npm install of the client: no registry, left out; its packages are those of the checkout\n',
  );
  return false;
}

async function installFromCheckout(project: string, tarball: string): Promise<void> {
  const modules = join(project, 'node_modules');
  const unpacked = join(modules, CLIENT_NAME);
  await mkdir(unpacked, { recursive: true });
  await execute('tar', ['-xzf', tarball, '--strip-components=1', '-C', unpacked]);
  for (const name of DEPENDENCIES) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(checkoutRoot, 'node_modules', name), join(modules, name));
  }
}

async function readFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(
    async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const,
  );
  return new Map(await Promise.all(files));
}
