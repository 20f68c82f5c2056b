import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../../dev/checkout';
import { CLIENT_NAME } from '../../dev/build-client/name';
import { type BuiltClient, buildClient } from './built-client';

const execute = promisify(execFile);

/** The client's dependencies, linked from the checkout if no registry can be reached. */
const DEPENDENCIES = ['@trpc/client', '@trpc/server', 'superjson', 'copy-anything', 'is-what', 'zod'];

/** A project with the client as its only dependency. */
export interface InstalledClient {
  readonly project: string;
  /** Runs a script of installed/ in the project and returns the JSON that it prints. */
  run(script: string, ...args: readonly string[]): Promise<unknown>;
  remove(): Promise<void>;
}

/** Builds the client and installs its tarball in a new project. */
export async function installClient(): Promise<InstalledClient> {
  const client = await buildClient();
  const project = join(client.folder, 'project');
  await cp(join(__dirname, 'installed'), project, { recursive: true });
  await writeFile(join(project, 'package.json'), '{"name":"example-project","private":true}');
  if (!installWithNpm(project, client.tarball)) await installFromCheckout(project, client);
  return {
    project,
    run: async (script, ...args) => {
      const { stdout } = await execute(process.execPath, [join(project, script), ...args], {
        timeout: 30_000,
      });
      return JSON.parse(stdout) as unknown;
    },
    remove: () => client.remove(),
  };
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

async function installFromCheckout(project: string, { unpacked }: BuiltClient): Promise<void> {
  const modules = join(project, 'node_modules');
  await cp(unpacked, join(modules, CLIENT_NAME), { recursive: true });
  for (const name of DEPENDENCIES) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(checkoutRoot, 'node_modules', name), join(modules, name));
  }
}
