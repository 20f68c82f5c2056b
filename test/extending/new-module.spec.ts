import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckoutCopy } from '../stack/checkout-copy';
import { follow, stepsOf } from './guide';

const PAGE = join(__dirname, '..', '..', 'docs', 'extending.md');

/** Specs that a new module has to pass beside its own, by the names of their tests. */
const SPECS = [
  'test/contract/vaccinations',
  'test/contract/every-procedure',
  'test/documents/readme',
  'test/extending/documents',
  'test/migrations/schema',
];
const TESTS =
  'vaccinations|the pages that list procedures|what is made of the contracts|do not differ|oldest first';

describe('docs/extending.md, followed in a copy of the checkout', () => {
  let copy: CheckoutCopy;
  let page: string;

  beforeAll(async () => {
    page = await readFile(PAGE, 'utf8');
    copy = await CheckoutCopy.create();
  }, 150_000);

  afterAll(async () => {
    await copy.remove();
  }, 30_000);

  /** Runs a program of the copy. @throws with all that it wrote, where it fails */
  async function succeed(...[program, ...args]: [string, ...string[]]): Promise<string> {
    const { code, stdout, stderr } = await copy.run([process.execPath, program, ...args], {
      within: 120_000,
    });
    if (code !== 0)
      throw new Error(`${[program, ...args].join(' ')} ended with ${code}:\n${stdout}${stderr}`);
    return `${stdout}${stderr}`;
  }

  const generate = (...args: string[]) =>
    copy.run([process.execPath, 'dev/run.mjs', 'dist/dev/new-module.js', ...args]);

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

  /** Types of all that the application and the module's tests use, and the rules and layout of what was written. */
  async function check(): Promise<void> {
    const settings = {
      extends: './tsconfig.json',
      compilerOptions: { incremental: true, tsBuildInfoFile: '.data/new-module.tsbuildinfo' },
      include: ['test/contract/vaccinations.*', 'test/contract/call-fixtures.ts'],
      files: ['src/main.ts', 'migrations/index.ts'],
    };
    await writeFile(join(copy.directory, 'tsconfig.new-module.json'), JSON.stringify(settings));
    await succeed('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.new-module.json');
    const depcruise = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
    await succeed(depcruise, '--config', '.dependency-cruiser.cjs', 'src', 'dev', 'migrations');
    const written = [
      'src/vaccinations',
      'src/app.module.ts',
      'src/contract.ts',
      'migrations',
      'test/contract',
    ];
    const prettier = 'node_modules/prettier/bin/prettier.cjs';
    await succeed(prettier, '--check', ...written, 'README.md', 'docs/wire-format.md');
    const linted = [
      'src/vaccinations',
      'src/app.module.ts',
      'src/contract.ts',
      'migrations/*-vaccinations.ts',
    ];
    const tests = ['test/contract/vaccinations.*', 'test/contract/call-fixtures.ts'];
    await succeed('node_modules/eslint/bin/eslint.js', '--max-warnings', '0', ...linted, ...tests);
  }

  async function runTests(): Promise<string> {
    return succeed('node_modules/jest/bin/jest.js', ...SPECS, '-t', TESTS, '--verbose');
  }

  it('says what it would write, and writes nothing, in a rehearsal', async () => {
    const before = await texts();
    const { code, stdout } = await generate('vaccinations', '--dry-run');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('Nothing was written') as string,
    });
    expect(await texts()).toEqual(before);
  }, 90_000);

  it('writes nothing where it cannot read one of the lists', async () => {
    const list = join(copy.directory, 'src', 'contract.ts');
    const text = await readFile(list, 'utf8');
    await writeFile(list, text.replace('export const contracts = {', 'export const contracts = { // all\n'));
    const before = await texts();
    const { code, stderr } = await generate('vaccinations');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(
        'src/contract.ts: no line "export const contracts = {", so the module cannot be named there; nothing was written',
      ) as string,
    });
    expect(await texts()).toEqual(before);
    await writeFile(list, text);
  }, 120_000);

  it('makes a module with the documented command, which names all that it wrote', async () => {
    const before = await texts();
    const [command] = stepsOf(page).flatMap((step) => (step.kind === 'run' ? [step.command] : []));
    expect(command).toBe('npm run new:module -- vaccinations');
    const manifest = await readFile(join(copy.directory, 'package.json'), 'utf8');
    expect(manifest).toContain('"new:module": "node dev/run.mjs dist/dev/new-module.js"');
    const { code, stdout } = await generate('vaccinations');
    expect(code).toBe(0);
    const after = await texts();
    const written = [...after].flatMap(([path, text]) =>
      before.get(path) === text ? [] : [path.replace(`${copy.directory}/`, '')],
    );
    const told = [...stdout.matchAll(/^ {2}(?:new|changed) +(.+)$/gm)].map(([, path]) => path);
    expect(told.toSorted()).toEqual(written.toSorted());
    expect(told).toHaveLength(13);
  }, 120_000);

  it('refuses to make it again, and leaves what is there as it is', async () => {
    const before = await texts();
    const { code, stderr } = await generate('vaccinations');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('src/vaccinations is there already; nothing was written') as string,
    });
    expect(await texts()).toEqual(before);
  }, 120_000);

  it('makes one that passes every check, is for administrators only, and is in every document', async () => {
    await check();
    const output = await runTests();
    for (const sentence of [
      'vaccinations.record is denied to a ministry',
      'vaccinations.record is denied to a user',
      'vaccinations.record is allowed to a admin',
      'vaccinations.list is denied without a session',
      '/llms.txt has every procedure',
    ])
      expect(output).toContain(`✓ ${sentence}`);
  }, 200_000);

  it('adds a procedure and deprecates another, and all checks pass still', async () => {
    for (const step of stepsOf(page)) if (step.kind !== 'run') await follow(step, copy.directory);
    const prettier = 'node_modules/prettier/bin/prettier.cjs';
    const changed = ['src/vaccinations', 'test/contract', 'README.md', 'docs/wire-format.md'];
    await succeed(prettier, '--write', ...changed);
    await check();
    const output = await runTests();
    for (const sentence of [
      'does not let anybody find somebody else’s',
      'vaccinations.find is denied to a doctor',
      'marks in OpenAPI what is deprecated, and nothing else',
    ])
      expect(output).toContain(`✓ ${sentence}`);
    const openApi = await readFile(join(copy.directory, 'src/vaccinations/vaccinations.contract.ts'), 'utf8');
    expect(openApi).toContain('deprecatedField(');
  }, 200_000);
});
