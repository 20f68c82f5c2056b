import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const versionsSchema = z.record(z.string(), z.string()).default({});

/** package.json, and the entry of the project in the lock file. */
const manifestSchema = z.looseObject({ dependencies: versionsSchema, devDependencies: versionsSchema });

const entrySchema = z.looseObject({
  /** The package's name if it is installed under another one. */
  name: z.string().optional(),
  version: z.string(),
  /** Whether only development packages need it. */
  dev: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
});

/** By folder, as in `node_modules/pino`; that of the project is ''. */
const lockFileSchema = z.looseObject({ packages: z.record(z.string(), entrySchema) });

type LockFile = z.output<typeof lockFileSchema>;
type Manifest = z.output<typeof manifestSchema>;

/** A package that production installs. */
export interface ProductionPackage {
  readonly name: string;
  readonly version: string;
  /** Its folder below that of package.json. */
  readonly path: string;
  readonly hasInstallScript: boolean;
}

/** Reads package-lock.json of a folder. */
export async function readLockFile(folder: string): Promise<LockFile> {
  return lockFileSchema.parse(JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')));
}

/** Reads package.json of a folder. */
export async function readManifest(folder: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
}

/** Returns what package-lock.json has about the dependencies in package.json. */
export function lockedManifest({ packages }: LockFile): Manifest {
  return manifestSchema.parse(packages['']);
}

/** Returns the packages that `npm ci --omit=dev` installs. Development packages may need some of them, too. */
export function productionPackages({ packages }: LockFile): ProductionPackage[] {
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name = path.replace(/^.*node_modules\//, ''), version, hasInstallScript }]) => ({
      name,
      version,
      path,
      hasInstallScript,
    }));
}

/** Returns a copy of package.json, or of its entry in the lock file, without development packages. */
export function manifestWithoutDevelopment(manifest: object): object {
  return { ...manifest, devDependencies: {} };
}

/** Returns a copy of package-lock.json without development packages. */
export function lockFileWithoutDevelopment({ packages, ...rest }: LockFile): object {
  const kept = Object.entries(packages)
    .filter(([, { dev }]) => !dev)
    .map(([path, entry]): [string, object] => [
      path,
      path === '' ? manifestWithoutDevelopment(entry) : entry,
    ]);
  return { ...rest, packages: Object.fromEntries(kept) };
}
