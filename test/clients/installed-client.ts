import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../../dev/checkout';
import { CLIENT_NAME } from '../../dev/client/name';
import { runTypeScript } from '../support/run-typescript';

const execute = promisify(execFile);

/** Packages that the checkout has, for a machine from which no registry can be reached. */
const AT_HAND = ['@trpc/client', '@trpc/server', 'superjson', 'copy-anything', 'is-what', 'zod'];

/** A file that was there before the client was built. */
export const SOMEBODY_ELSES = 'notes.txt';

/** An empty project that has nothing but the client. */
export interface InstalledClient {
  readonly project: string;
  /** Size of the tarball. */
  readonly bytes: number;
  /** Text of each file of the package, by its path in it. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether npm installed it, with what it depends on, from a registry. */
  readonly byNpm: boolean;
  /** What is in the folder of the tarball, where a file of somebody else's was before. */
  readonly packedInto: readonly string[];
  /** Runs a script of installed/ in the project. @returns what it printed, which is JSON */
  run(script: string, ...args: readonly string[]): Promise<unknown>;
  remove(): Promise<void>;
}

/** Builds the client as it is now, as `npm run build:client` does, and installs its tarball. */
export async function installClient(): Promise<InstalledClient> {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  const packed = join(folder, 'packed');
  await mkdir(packed);
  await writeFile(join(packed, SOMEBODY_ELSES), '');
  const tarball = await build(packed);
  const project = join(folder, 'project');
  await cp(join(__dirname, 'installed'), project, { recursive: true });
  await writeFile(join(project, 'package.json'), '{"name":"somebody-elses","private":true}');
  const byNpm = installByNpm(project, tarball);
  if (!byNpm) await installByHand(project, tarball);
  return {
    project,
    bytes: (await readFile(tarball)).length,
    files: await filesOf(join(project, 'node_modules', CLIENT_NAME)),
    byNpm,
    packedInto: await readdir(packed),
    run: async (script, ...args) => {
      const { stdout } = await execute(process.execPath, [join(project, script), ...args], {
        timeout: 30_000,
      });
      return JSON.parse(stdout) as unknown;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** In a process of its own: the tools that bundle are ES modules, which Jest does not load. */
async function build(folder: string): Promise<string> {
  const [node, ...script] = runTypeScript('dev/commands/build-client.ts', folder);
  await execute(node, script, { cwd: checkoutRoot, timeout: 110_000 });
  const [name] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  return join(folder, name ?? 'no tarball');
}

/** @returns false where there is no registry, which it says */
function installByNpm(project: string, tarball: string): boolean {
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=0'];
  const { status, stderr } = spawnSync('npm', ['install', ...options, tarball], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, npm_config_local_prefix: project },
    timeout: 60_000,
  });
  if (status === 0) return true;
  const unreachable =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|E403)\b/;
  if (status !== null && !unreachable.test(stderr)) throw new Error(stderr);
  process.stderr.write(
    'npm install of the client: no registry, left out; its packages are those of the checkout\n',
  );
  return false;
}

async function installByHand(project: string, tarball: string): Promise<void> {
  const modules = join(project, 'node_modules');
  const unpacked = join(modules, CLIENT_NAME);
  await mkdir(unpacked, { recursive: true });
  await execute('tar', ['-xzf', tarball, '--strip-components=1', '-C', unpacked]);
  for (const name of AT_HAND) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(checkoutRoot, 'node_modules', name), join(modules, name));
  }
}

async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = paths.map(
    async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const,
  );
  return new Map(await Promise.all(read));
}
