import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../../dev/checkout';
import { typeScriptCommand } from '../support/typescript-command';

const execute = promisify(execFile);

/** A file in the output folder before the build. */
export const EXISTING_FILE = 'notes.txt';

/** The package of the client, built and unpacked. */
export interface BuiltClient {
  /** A folder of its own, with the folders below. */
  readonly folder: string;
  readonly tarball: string;
  readonly unpacked: string;
  /** File names in the output folder of the build. */
  readonly outputFiles: readonly string[];
  remove(): Promise<void>;
}

/** Builds the client as `npm run build:client` does: in a process of its own, because Jest cannot load the bundler's ES modules. */
export async function buildClient(): Promise<BuiltClient> {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  const [packed, unpacked] = [join(folder, 'packed'), join(folder, 'unpacked')];
  for (const each of [packed, unpacked]) await mkdir(each);
  await writeFile(join(packed, EXISTING_FILE), '');
  const [node, ...script] = typeScriptCommand('dev/commands/build-client.ts', packed);
  await execute(node, script, { cwd: checkoutRoot, timeout: 110_000 });
  const outputFiles = await readdir(packed);
  const tarball = join(packed, outputFiles.find((file) => file.endsWith('.tgz')) ?? 'no tarball');
  await execute('tar', ['-xzf', tarball, '--strip-components=1', '-C', unpacked]);
  const remove = () => rm(folder, { recursive: true, force: true });
  return { folder, tarball, unpacked, outputFiles, remove };
}

/** Returns the texts of the files in a folder, by path. */
export async function readFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(
    async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const,
  );
  return new Map(await Promise.all(files));
}
