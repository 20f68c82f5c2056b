import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { run } from '../stack/program';

const root = join(__dirname, '..', '..');

const findings = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

const manifest = z.object({ scripts: z.object({ 'check:deps': z.string() }) });

const rules = z.object({ forbidden: z.array(z.object({ name: z.string(), comment: z.string() })) });

/** Files of a small checkout that keeps every rule: two features that no rule names, and a foundation. */
const KEPT = {
  'src/app.module.ts': `import './vaccinations/vaccinations.module';\nimport './births/births.module';`,
  'src/vaccinations/vaccinations.module.ts': `import './vaccinations.service';\nimport '../births/births.module';`,
  'src/vaccinations/vaccinations.service.ts': `import '../births/births.service';\nimport '../births/births.contract';\nimport '../trpc/wire';`,
  'src/vaccinations/vaccination.entity.ts': `import '../access/role';`,
  'src/births/births.module.ts': `import './births.service';`,
  'src/births/births.service.ts': `import './births.sql';`,
  'src/births/births.sql.ts': `export const BIRTHS = '';`,
  'src/births/births.contract.ts': `export const birthsContract = {};`,
  'src/trpc/wire.ts': `import '../access/role';`,
  'src/access/role.ts': `export const role = '';`,
};

describe('the dependency rules', () => {
  const folders: string[] = [];

  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  /** Returns what dependency-cruiser writes about the small checkout, with some files in place of its own. */
  async function cruise(files: Readonly<Record<string, string>>, reporter: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'dependency-rules-'));
    folders.push(folder);
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json'])
      await cp(join(root, file), join(folder, file));
    for (const [path, text] of Object.entries({ ...KEPT, ...files })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const program = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
    const command = [process.execPath, program, '--config', '.dependency-cruiser.cjs'] as const;
    const { stdout, stderr } = await run([...command, '--output-type', reporter, 'src'], { cwd: folder });
    if (stdout === '') throw new Error(stderr);
    return stdout;
  }

  /** What the rules find in the small checkout, with some files in place of its own. */
  async function violations(files: Readonly<Record<string, string>> = {}): Promise<string[]> {
    const found = findings.parse(JSON.parse(await cruise(files, 'json'))).summary.violations;
    return found.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`).sort();
  }

  it('find nothing where features meet at their modules, services and contracts', async () => {
    expect(await violations()).toEqual([]);
  });

  it.each([
    [
      'a feature that reaches into another one',
      { 'src/vaccinations/vaccination.entity.ts': `import '../births/births.sql';` },
      'features-meet-at-modules-and-services: src/vaccinations/vaccination.entity.ts → src/births/births.sql.ts',
    ],
    [
      'a foundation that uses a feature',
      { 'src/trpc/wire.ts': `import '../births/births.service';` },
      'foundations-know-no-feature: src/trpc/wire.ts → src/births/births.service.ts',
    ],
    [
      'a foundation that uses the list of all modules',
      { 'src/trpc/wire.ts': `import '../app.module';` },
      'foundations-know-no-feature: src/trpc/wire.ts → src/app.module.ts',
    ],
    [
      'a word that uses more than words',
      { 'src/access/role.ts': `import '../trpc/wire';` },
      'vocabulary-is-the-bottom: src/access/role.ts → src/trpc/wire.ts',
    ],
    [
      'a circle of features',
      { 'src/births/births.service.ts': `import '../vaccinations/vaccinations.service';` },
      'no-cycles: src/births/births.service.ts → src/vaccinations/vaccinations.service.ts',
    ],
  ])('find %s, whatever the folder is called', async (_what, files, expected) => {
    expect(await violations(files)).toContain(expected);
  });

  it('print what is wrong and what to do instead, by the reporter of check:deps', async () => {
    const { scripts } = manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
    const reporter = /--output-type (\S+)/.exec(scripts['check:deps'])?.[1] ?? 'err';
    const stdout = await cruise({ 'src/trpc/wire.ts': `import '../births/births.service';` }, reporter);
    expect(stdout).toContain(
      'error foundations-know-no-feature: src/trpc/wire.ts → src/births/births.service.ts',
    );
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'Features use foundations, never the reverse. Move the code',
    );
  });

  it('each have a comment of several sentences', () => {
    const { forbidden } = rules.parse(jest.requireActual(join(root, '.dependency-cruiser.cjs')));
    for (const { name, comment } of forbidden)
      expect(`${name}: ${comment}`).toMatch(/: [A-Z].*\. [A-Z].*\.$/);
  });
});
