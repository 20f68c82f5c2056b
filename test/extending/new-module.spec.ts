import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';
import { CheckoutCopy } from '../stack/checkout-copy';
import { type ProgramResult, run } from '../stack/program';
import { follow, stepsOf } from './guide';
import { guideWith, unusedNames } from './unused-names';

const names = unusedNames(checkoutRoot);
const { camel, kebab } = names.plural;

/** The module's own specs, and the one that calls every procedure. */
const ITS_SPECS = [`test/contract/${camel}`, 'test/contract/every-procedure'];

/** The suites that read the whole project: sources, contracts, migrations, documents. */
const PROJECT_SPECS = [
  'test/clients/package.spec.ts',
  'test/clients/types.spec.ts',
  'test/clients/requests',
  'test/deployment',
  'test/documents',
  'test/extending',
  'test/migrations',
  'test/pages',
  'test/integrations/reference',
  'test/platform/config',
  'test/platform/trpc/contract-check',
];

/** Those of them that read what the guide changes, and the names of their tests. */
const CHANGED_SPECS = ['test/extending/documents', 'test/migrations/schema'];
const CHANGED_TESTS = 'what is made of the contracts|the entities and|oldest first';

describe('docs/extending.md, followed in a copy of the checkout', () => {
  let copy: CheckoutCopy;
  let page: string;
  /** Paths of the files that the generator wrote. */
  let made: string[];

  beforeAll(async () => {
    page = guideWith(names, await readFile(join(checkoutRoot, 'docs', 'extending.md'), 'utf8'));
    copy = await CheckoutCopy.create();
  }, 200_000);

  afterAll(async () => {
    await copy.remove();
  });

  const start = (...args: string[]): Promise<ProgramResult> =>
    run([process.execPath, ...args], { cwd: copy.directory, within: 900_000 });

  /** Runs a program of the copy. @throws with all that it wrote, where it fails */
  async function succeed(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await start(...args);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}:\n${stdout}${stderr}`);
    return `${stdout}${stderr}`;
  }

  /** The generator as it was built, without a look at whether that is still true. */
  const generate = (...args: string[]) => start('dist/dev/commands/new-module.js', ...args);

  /** Every file of the copy that a module could be written to, with its text. */
  async function texts(): Promise<Map<string, string>> {
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

  const prettier = (option: string) => succeed('node_modules/prettier/bin/prettier.cjs', option, '.');

  /** Checks types and dependency rules of the project, and lint of the files that were written. */
  async function check(written: readonly string[]): Promise<void> {
    await succeed('node_modules/typescript-native/bin/tsc', '--noEmit');
    await succeed('node_modules/typescript-native/bin/tsc', '--noEmit', '-p', 'client');
    const folders = ['src', 'dev', 'migrations', 'bench', 'test', 'web', 'client'];
    const depcruise = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
    await succeed(depcruise, '--config', '.dependency-cruiser.cjs', ...folders);
    const linted = written.filter((path) => path.endsWith('.ts'));
    await succeed('node_modules/eslint/bin/eslint.js', '--max-warnings', '0', ...linted);
  }

  const test = (specs: readonly string[], ...options: string[]) =>
    succeed('node_modules/jest/bin/jest.js', ...specs, '--verbose', ...options);

  it('runs one command, which package.json has', async () => {
    const commands = stepsOf(page).flatMap((step) => (step.kind === 'run' ? [step.command] : []));
    expect(commands).toEqual([`npm run new:module -- ${camel}`]);
    const manifest = await readFile(join(copy.directory, 'package.json'), 'utf8');
    expect(manifest).toContain('"new:module": "node dev/run.mjs dist/dev/commands/new-module.js"');
  });

  it('says what it would write, and writes nothing, in a rehearsal', async () => {
    const before = await texts();
    const { code, stdout } = await generate(camel, '--dry-run');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('Nothing was written') as string,
    });
    expect(await texts()).toEqual(before);
  });

  it('makes a module with the documented command, which names all that it wrote', async () => {
    const before = await texts();
    const stdout = await succeed('dev/run.mjs', 'dist/dev/commands/new-module.js', camel);
    const after = await texts();
    const written = [...after].flatMap(([path, text]) =>
      before.get(path) === text ? [] : [path.replace(`${copy.directory}/`, '')],
    );
    made = [...stdout.matchAll(/^ {2}(?:new|changed) +(.+)$/gm)].map(([, path = '']) => path);
    expect(made.toSorted()).toEqual(written.toSorted());
    expect(made).toHaveLength(10);
  });

  it('refuses to make it again, and leaves what is there as it is', async () => {
    const before = await texts();
    const { code, stderr } = await generate(camel);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`src/modules/${kebab} is there already; nothing was written`) as string,
    });
    expect(await texts()).toEqual(before);
  });

  it('makes one that passes the checks of format, types, dependencies and lint', async () => {
    await prettier('--check');
    await check(made);
  }, 900_000);

  it('makes one that passes its tests and every suite that reads the project', async () => {
    const output = await test([...ITS_SPECS, ...PROJECT_SPECS]);
    for (const sentence of [
      `${camel}.record returns 401 without a session`,
      `${camel}.record is denied to a doctor`,
      `${camel}.record is allowed to a admin`,
      'records for an administrator, filed under the account’s country',
      'lists what the account recorded before it moved to another country',
      'revert and run again on a database with rows in every table',
      'is smaller than the limit for its procedures',
    ])
      expect(output).toContain(`✓ ${sentence}`);
  }, 900_000);

  it('adds a procedure and deprecates another; every check passes and every document has them', async () => {
    const steps = stepsOf(page).filter((step) => step.kind !== 'run');
    for (const step of steps) await follow(step, copy.directory);
    await prettier('--write');
    await check([...made, ...steps.map(({ path }) => path)]);
    const output = await test([...ITS_SPECS, ...CHANGED_SPECS], '-t', `${camel}|${CHANGED_TESTS}`);
    for (const sentence of [
      'does not let an account find what another one recorded',
      'finds what the account recorded before it moved to another country',
      `${camel}.find is denied to a doctor`,
      '/llms.txt has every procedure',
      'marks in OpenAPI what is deprecated, and nothing else',
      'match',
    ])
      expect(output).toContain(`✓ ${sentence}`);
  }, 900_000);
});
