import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';
import { CheckoutCopy } from '../stack/checkout-copy';
import { type ProgramResult, run } from '../stack/program';
import { applyStep, parseSteps } from './guide';
import { renameGuide, chooseUnusedNames } from './unused-names';

const names = chooseUnusedNames(checkoutRoot);
const { camel, kebab } = names.plural;

/** The specs of the module, and the one that calls every procedure. */
const MODULE_SPECS = [`test/contract/${camel}`, 'test/contract/every-procedure'];

/** The suites that read the whole project: sources, contracts, migrations, documents. */
const PROJECT_SPECS = [
  ...['clients/package.spec.ts', 'clients/types.spec.ts', 'clients/requests', 'deployment', 'documents'],
  ...['extending', 'migrations', 'pages', 'integrations/reference', 'platform/config', 'platform/feature'],
  'platform/trpc/contract-check',
].map((path) => `test/${path}`);

/** The project specs that read the files of the guide's steps, and the names of their tests. */
const CHANGED_SPECS = ['test/extending/derived-from-contracts', 'test/migrations/schema'];
const CHANGED_TESTS = 'derived from the contracts|the entities and|oldest first';

describe('docs/extending.md, applied to a copy of the checkout', () => {
  const copy = CheckoutCopy.forSuite();
  let guide: string;
  /** Paths of the files that the command reported. */
  let reported: string[];

  beforeAll(async () => {
    guide = renameGuide(names, await readFile(join(checkoutRoot, 'docs', 'extending.md'), 'utf8'));
  });

  const start = (...args: string[]): Promise<ProgramResult> =>
    run([process.execPath, ...args], { cwd: copy.directory, within: 900_000 });

  /** Runs a program of the copy and returns its output. @throws Error with the output if it fails */
  async function succeed(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await start(...args);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}:\n${stdout}${stderr}`);
    return `${stdout}${stderr}`;
  }

  /** Runs the built command without a check whether the build is up to date. */
  const generate = (...args: string[]) => start('dist/dev/commands/new-module.js', ...args);

  /** Returns the texts of all files that the command could write, by path. */
  async function readTexts(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const folder of ['src', 'migrations', 'test/contract', 'docs']) {
      const entries = await readdir(join(copy.directory, folder), { recursive: true, withFileTypes: true });
      for (const entry of entries.filter((one) => one.isFile())) {
        const path = join(entry.parentPath, entry.name);
        found.set(path, await readFile(path, 'utf8'));
      }
    }
    return found.set('README.md', await readFile(join(copy.directory, 'README.md'), 'utf8'));
  }

  const oxfmt = (option: string) => succeed('node_modules/oxfmt/bin/oxfmt', option, '.');

  /** Checks types and dependency rules of the project, and lint of the files that were written. */
  async function check(written: readonly string[]): Promise<void> {
    await succeed('node_modules/typescript-native/bin/tsc', '--noEmit');
    await succeed('node_modules/typescript-native/bin/tsc', '--noEmit', '-p', 'client');
    const folders = ['src', 'dev', 'migrations', 'bench', 'test', 'web', 'client'];
    const depcruise = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
    await succeed(depcruise, '--config', '.dependency-cruiser.cjs', ...folders);
    const linted = written.filter((path) => path.endsWith('.ts'));
    await succeed('node_modules/oxlint/bin/oxlint', ...linted);
  }

  const test = (specs: readonly string[], ...options: string[]) =>
    succeed('node_modules/jest/bin/jest.js', ...specs, '--verbose', ...options);

  it('has one command, which is a script of package.json', async () => {
    const commands = parseSteps(guide).flatMap((step) => (step.kind === 'run' ? [step.command] : []));
    expect(commands).toEqual([`npm run new:module -- ${camel}`]);
    const manifest = await readFile(join(copy.directory, 'package.json'), 'utf8');
    expect(manifest).toContain('"new:module": "node dev/run.mjs dist/dev/commands/new-module.js"');
  });

  it('writes nothing with --dry-run', async () => {
    const before = await readTexts();
    const { code, stdout } = await generate(camel, '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing was written');
    expect(await readTexts()).toEqual(before);
  });

  it('creates a module with the documented command, which reports every file that it wrote', async () => {
    const before = await readTexts();
    const stdout = await succeed('dev/run.mjs', 'dist/dev/commands/new-module.js', camel);
    const after = await readTexts();
    const written = [...after].flatMap(([path, text]) =>
      before.get(path) === text ? [] : [path.replace(`${copy.directory}/`, '')],
    );
    reported = [...stdout.matchAll(/^ {2}(?:new|changed) +(.+)$/gm)].map(([, path = '']) => path);
    expect(reported.toSorted()).toEqual(written.toSorted());
    expect(reported).toHaveLength(10);
    expect(stdout).toMatch(
      /^ {2}2\. src\/modules\/[\w-]+\/migrations\/\d{13}-[\w-]+\.ts and src\/modules\/.+\.entity\.ts: /m,
    );
  });

  it('refuses to create the module again, and changes no file', async () => {
    const before = await readTexts();
    const { code, stderr } = await generate(camel);
    expect(code).toBe(1);
    expect(stderr).toContain(`src/modules/${kebab} already exists; nothing was written`);
    expect(await readTexts()).toEqual(before);
  });

  it('creates a module that passes the checks of format, types, dependencies and lint', async () => {
    await oxfmt('--check');
    await check(reported);
  }, 900_000);

  it('creates a module that passes its tests and every suite that reads the project', async () => {
    const output = await test([...MODULE_SPECS, ...PROJECT_SPECS]);
    for (const sentence of [
      `${camel}.record returns 401 without a session`,
      `${camel}.record is denied to a doctor`,
      `${camel}.record is allowed to a admin`,
      'records for an administrator, with the country of the account',
      'lists what the account recorded before it moved to another country',
      'revert and run again on a database with rows in every table',
      'is smaller than the limit for its procedures',
    ])
      expect(output).toContain(`✓ ${sentence}`);
  }, 900_000);

  it('adds a procedure and deprecates another: all checks pass, and the documents include both', async () => {
    const steps = parseSteps(guide).filter((step) => step.kind !== 'run');
    for (const step of steps) await applyStep(step, copy.directory);
    await oxfmt('--write');
    await check([...reported, ...steps.map(({ path }) => path)]);
    const output = await test([...MODULE_SPECS, ...CHANGED_SPECS], '-t', `${camel}|${CHANGED_TESTS}`);
    for (const sentence of [
      'does not let an account find what another one recorded',
      'finds what the account recorded before it moved to another country',
      `${camel}.find is denied to a doctor`,
      'include every procedure: /llms.txt',
      'mark exactly the deprecated procedures in OpenAPI',
      'match',
    ])
      expect(output).toContain(`✓ ${sentence}`);
  }, 900_000);
});
