import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { checkoutRoot } from '../../dev/checkout';
import { run } from '../stack/program';

const findings = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

const manifest = z.object({ scripts: z.object({ 'check:deps': z.string() }) });

const rules = z.object({ forbidden: z.array(z.object({ name: z.string(), comment: z.string() })) });

/** Files of a small project that follows every rule. Its modules are not named in the rules. */
const VALID_FILES = {
  'src/app.module.ts': `import './modules/vaccinations/vaccinations.module';\nimport './pages/map/map.page';`,
  'src/modules/vaccinations/vaccinations.module.ts': `import './vaccinations.service';`,
  'src/modules/vaccinations/vaccinations.service.ts': `import '../births';\nimport '../../platform/trpc/transport';`,
  'src/modules/births/index.ts': `import './births.service';`,
  'src/modules/births/births.service.ts': `import '../../platform/access/role';`,
  'src/integrations/hl7/hl7.service.ts': `import '../../modules/births';`,
  'src/pages/map/map.page.ts': `import '../../modules/births';\nimport '../shared/page';`,
  'src/pages/shared/page.ts': `import '../../shared/locale';`,
  'src/platform/trpc/transport.ts': `import '../access/role';`,
  'src/platform/access/role.ts': `import '../../shared/locale';`,
  'src/shared/locale.ts': `export const locale = 'en';`,
};

describe('the dependency rules', () => {
  const folders: string[] = [];

  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  /** Returns the output of dependency-cruiser for the small project with these changed or new files. */
  async function cruise(files: Readonly<Record<string, string>>, reporter: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'dependency-rules-'));
    folders.push(folder);
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json'])
      await cp(join(checkoutRoot, file), join(folder, file));
    for (const [path, text] of Object.entries({ ...VALID_FILES, ...files })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const program = join(checkoutRoot, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
    const command = [process.execPath, program, '--config', '.dependency-cruiser.cjs'] as const;
    const { stdout, stderr } = await run([...command, '--output-type', reporter, 'src'], { cwd: folder });
    if (stdout === '') throw new Error(stderr);
    return stdout;
  }

  /** Returns the violations in the small project with these changed or new files. */
  async function findViolations(files: Readonly<Record<string, string>> = {}): Promise<string[]> {
    const found = findings.parse(JSON.parse(await cruise(files, 'json'))).summary.violations;
    return found.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`).sort();
  }

  it('accept a project that follows them', async () => {
    expect(await findViolations()).toEqual([]);
  });

  it.each([
    [
      'a module that imports an internal file of another module',
      { 'src/modules/vaccinations/vaccinations.service.ts': `import '../births/births.service';` },
      'modules-are-imported-by-their-index: src/modules/vaccinations/vaccinations.service.ts → src/modules/births/births.service.ts',
    ],
    [
      'an integration that imports an internal file of a module',
      { 'src/integrations/hl7/hl7.service.ts': `import '../../modules/births/births.service';` },
      'modules-are-imported-by-their-index: src/integrations/hl7/hl7.service.ts → src/modules/births/births.service.ts',
    ],
    [
      'a module that imports an integration',
      { 'src/modules/births/births.service.ts': `import '../../integrations/hl7/hl7.service';` },
      'modules-know-no-integration-or-page: src/modules/births/births.service.ts → src/integrations/hl7/hl7.service.ts',
    ],
    [
      'a page that imports an integration',
      { 'src/pages/map/map.page.ts': `import '../../integrations/hl7/hl7.service';` },
      'integrations-and-pages-stand-alone: src/pages/map/map.page.ts → src/integrations/hl7/hl7.service.ts',
    ],
    [
      'a file of the platform that imports a module',
      { 'src/platform/trpc/transport.ts': `import '../../modules/births';` },
      'platform-and-shared-know-no-health: src/platform/trpc/transport.ts → src/modules/births/index.ts',
    ],
    [
      'a file of the platform that imports the application',
      { 'src/platform/trpc/transport.ts': `import '../../app.module';` },
      'platform-and-shared-know-no-health: src/platform/trpc/transport.ts → src/app.module.ts',
    ],
    [
      'a shared file that imports the platform',
      { 'src/shared/locale.ts': `import '../platform/access/role';` },
      'shared-is-the-bottom: src/shared/locale.ts → src/platform/access/role.ts',
    ],
    [
      'two folders of the platform that import each other',
      {
        'src/platform/access/role.ts': `import '../trpc/words';`,
        'src/platform/trpc/words.ts': `export const words = '';`,
      },
      'no-folder-cycles: src/platform/access → src/platform/trpc',
    ],
    [
      'a command that is imported',
      {
        'src/integrations/hl7/hl7.service.ts': `import './send.cli';`,
        'src/integrations/hl7/send.cli.ts': `export const done = 1;`,
      },
      'nothing-imports-a-command: src/integrations/hl7/hl7.service.ts → src/integrations/hl7/send.cli.ts',
    ],
    [
      'two modules that import each other',
      { 'src/modules/births/births.service.ts': `import '../vaccinations/vaccinations.service';` },
      'no-cycles: src/modules/births/births.service.ts → src/modules/vaccinations/vaccinations.service.ts',
    ],
  ])('refuse %s', async (_what, files, expected) => {
    expect(await findViolations(files)).toContain(expected);
  });

  it('are reported by npm run check:deps with the violation and the remedy', async () => {
    const text = await readFile(join(checkoutRoot, 'package.json'), 'utf8');
    const { scripts } = manifest.parse(JSON.parse(text));
    const reporter = /--output-type (\S+)/.exec(scripts['check:deps'])?.[1] ?? 'err';
    const files = { 'src/platform/trpc/transport.ts': `import '../../modules/births';` };
    const stdout = await cruise(files, reporter);
    expect(stdout).toContain(
      'error platform-and-shared-know-no-health: src/platform/trpc/transport.ts → src/modules/births/index.ts',
    );
    expect(stdout.replace(/\s+/g, ' ')).toContain('These use the platform, never the reverse. Move the code');
  });

  it('each have a comment of several sentences', () => {
    const { forbidden } = rules.parse(jest.requireActual(join(checkoutRoot, '.dependency-cruiser.cjs')));
    for (const { name, comment } of forbidden)
      expect(`${name}: ${comment}`).toMatch(/: [A-Z].*\. [A-Z].*\.$/);
  });
});
