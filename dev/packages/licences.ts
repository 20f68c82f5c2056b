import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type ProductionPackage, productionPackages, readLockFile } from './lock-file';

/** SPDX names of licences that only ask to keep their text and the names of the authors. */
const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
]);

/** Licences of packages whose package.json has none. Each was read in the file that is named. */
const LICENCES_IN_TEXTS: ReadonlyMap<string, string> = new Map([
  // Readme.md
  ['pause@0.0.1', 'MIT'],
]);

const namedSchema = z.object({ type: z.string() }).transform(({ type }) => type);

const manifestSchema = z.object({
  license: z.union([z.string(), namedSchema]).optional(),
  /** The form before npm 2: a list to choose from. */
  licenses: z.array(namedSchema).optional(),
});

/** A package that production installs, with its licence. */
export interface PackageLicence {
  /** As in `pino@10.4.0`. */
  readonly id: string;
  /** An SPDX expression, or what the package has in its place; undefined if it has none. */
  readonly licence: string | undefined;
}

/** Returns the licences of the packages that production installs, by name. They must be installed. */
export async function listLicences(folder: string): Promise<PackageLicence[]> {
  const packages = productionPackages(await readLockFile(folder));
  const licences = await Promise.all(packages.map((each) => readLicence(folder, each)));
  // A package can be installed in several folders.
  const byId = new Map(licences.map((each) => [each.id, each]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns whether a licence permits use in the platform. Nested SPDX expressions are not understood, and refused. */
export function isAllowed({ licence }: PackageLicence): boolean {
  if (licence === undefined) return false;
  const alternatives = licence.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return alternatives.some((all) => all.split(' AND ').every((name) => ALLOWED_LICENCES.has(name)));
}

async function readLicence(
  folder: string,
  { name, version, path }: ProductionPackage,
): Promise<PackageLicence> {
  const id = `${name}@${version}`;
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(join(folder, path, 'package.json'), 'utf8')),
  );
  const licence = manifest.license ?? manifest.licenses?.join(' OR ') ?? LICENCES_IN_TEXTS.get(id);
  return { id, licence };
}
