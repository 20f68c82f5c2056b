import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { checkoutRoot } from '../../dev/checkout';
import { isAllowed, listLicences } from '../../dev/packages/licences';
import { lockedManifest, productionPackages, readLockFile, readManifest } from '../../dev/packages/lock-file';
import { typeScriptCommand } from '../support/typescript-command';

const run = promisify(execFile);

const sbomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ name: z.string(), version: z.string() })),
});

describe('the packages that production installs', () => {
  it('need no script at their installation', async () => {
    const packages = productionPackages(await readLockFile(checkoutRoot));
    expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['@nestjs/core', 'pg', 'zod']));
    expect(packages.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
  });

  it('have licences that are allowed', async () => {
    const licences = await listLicences(checkoutRoot);
    expect(licences).toContainEqual({ id: expect.stringMatching(/^rxjs@/) as string, licence: 'Apache-2.0' });
    expect(licences.filter((each) => !isAllowed(each))).toEqual([]);
  });

  it('are in the SBOM, and no others, also if it is longer than a pipe takes', async () => {
    const [node, ...args] = typeScriptCommand('dev/commands/sbom.ts');
    const { stdout } = await run(node, args, { cwd: checkoutRoot, maxBuffer: 64 * 1024 * 1024 });
    const { components } = sbomSchema.parse(JSON.parse(stdout));
    const expected = productionPackages(await readLockFile(checkoutRoot));
    const idsOf = (packages: readonly { name: string; version: string }[]) =>
      [...new Set(packages.map(({ name, version }) => `${name}@${version}`))].sort();
    expect(idsOf(components)).toEqual(idsOf(expected));
  });
});

describe('a licence', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE', false],
    [undefined, false],
  ])('%s is allowed: %s', (licence, expected) => {
    expect(isAllowed({ id: 'example@1.0.0', licence })).toBe(expected);
  });
});

describe('package.json', () => {
  it('has exact versions, which are those of the lock file', async () => {
    const manifest = await readManifest(checkoutRoot);
    const lockFile = await readLockFile(checkoutRoot);
    const versions = { ...manifest.dependencies, ...manifest.devDependencies };
    const installed = Object.keys(versions).map((name) => {
      const { name: original, version } = lockFile.packages[`node_modules/${name}`] ?? {};
      return [name, original === undefined ? version : `npm:${original}@${version ?? ''}`];
    });
    expect(versions).toEqual(Object.fromEntries(installed));
    const { dependencies, devDependencies } = lockedManifest(lockFile);
    expect({ dependencies, devDependencies }).toEqual({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    });
  });
});
