import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processEnvironment } from '../../src/platform/config/environment';
import { packageName } from '../checkout';
import {
  lockFileWithoutDevelopment,
  manifestWithoutDevelopment,
  readLockFile,
  readManifest,
} from './lock-file';

const run = promisify(execFile);

/** A thousand packages take 1.5 MB. */
const MAX_SBOM_BYTES = 64 * 1024 * 1024;

/** Keeps npm's settings from leaving packages out. */
const INCLUDE_ALL = ['--include=dev', '--include=optional', '--include=peer'];

/**
 * Returns a software bill of materials of the packages that production installs: CycloneDX, as JSON.
 *
 * npm reads it from a copy of the lock file without development packages, because `npm sbom --omit=dev` also leaves out two
 * thirds of the production packages.
 */
export async function createSbom(folder: string): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'sbom-'));
  try {
    // npm names the platform in the SBOM after this folder.
    const copy = join(parent, packageName());
    await mkdir(copy);
    const manifest = manifestWithoutDevelopment(await readManifest(folder));
    const lockFile = lockFileWithoutDevelopment(await readLockFile(folder));
    await writeFile(join(copy, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(copy, 'package-lock.json'), JSON.stringify(lockFile));
    return await runNpmSbom(copy);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

async function runNpmSbom(folder: string): Promise<string> {
  const format = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  // A script that npm runs inherits the prefix of the project.
  const { stdout } = await run('npm', ['sbom', ...format, ...INCLUDE_ALL, '--loglevel=error'], {
    cwd: folder,
    env: { ...processEnvironment(), npm_config_local_prefix: folder },
    maxBuffer: MAX_SBOM_BYTES,
    shell: process.platform === 'win32',
  });
  return stdout;
}
